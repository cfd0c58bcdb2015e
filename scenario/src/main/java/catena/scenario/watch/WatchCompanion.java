// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.harness.command.CommonOptions;
import catena.harness.command.Situation;
import catena.harness.command.Terminal;
import catena.harness.watch.RunFollower;
import catena.harness.watch.RunListener;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.history.UnhostedTablets;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.ProgramRun;
import catena.records.threads.ProgramRun.Errors;
import catena.records.threads.Threads;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Shows the user what happens in the run, in other processes too; runs a command at each finding,
 * and ends the run at the first, where that is asked for.
 *
 * <p>This process's parts report their findings and acts themselves, at once; so only the journals
 * of others are shown here, and what no other part notices: that nothing is acknowledged.
 */
public final class WatchCompanion implements Companion {
  /** The command that runs at each finding. */
  private static final Setting<String> COMMAND =
      Setting.ofString(
          CommonOptions.FINDING_COMMAND,
          "a shell command that is run at each finding, one at a time, with CATENA_RUN and"
              + " CATENA_FINDING in its environment");

  /** Whether the first finding ends the run. */
  private static final Setting<Boolean> STOP =
      Setting.ofBoolean("finding.stop", false, "whether a run ends, as FAIL, at the first finding");

  @Override
  public String name() {
    return "watch";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(COMMAND, STOP);
  }

  @Override
  public boolean attendsAlways() {
    return true;
  }

  @Override
  public Attendance attend(RunContext run, Settings whole) throws IOException {
    Terminal terminal = run.terminal();
    Alarm alarm = new Alarm(run, whole);
    List<RunListener> all = new ArrayList<>();
    all.add(new SituationKeeper(terminal::situation));
    all.add(new EventWords(run.journal().name(), terminal));
    all.add(new StallWatch((text, at) -> terminal.event(at, text)));
    run.site().given().find(RunListener.class).ifPresent(all::add);
    all.add(alarm); // behind what says that the run has failed
    RunFollower.Listening listening = run.follower().listen(all.toArray(RunListener[]::new));
    return new Attendance() {
      @Override
      public PartOutcome outcome() {
        return alarm.outcome();
      }

      @Override
      public void close() {
        run.journal().flush();
        listening.close();
        alarm.close();
      }
    };
  }

  /** Runs the command and ends the run when something is found. */
  private static final class Alarm implements RunListener {
    private final RunContext run;
    private final boolean stops;
    private final Optional<FindingCommand> command;
    private volatile Optional<String> first = Optional.empty();

    Alarm(RunContext run, Settings whole) {
      this.run = run;
      this.stops = whole.get(STOP);
      this.command =
          Optional.of(whole.get(COMMAND))
              .filter(text -> !text.isBlank())
              .map(
                  text ->
                      new FindingCommand(text, run.directory().display(), run.terminal()::note));
    }

    @Override
    public void event(String journal, Event event) {
      if (event instanceof Event.FindingSeen seen && isFault(seen.finding())) {
        command.ifPresent(to -> to.found(seen.finding()));
        if (stops && first.isEmpty()) {
          first = Optional.of(seen.finding().kind() + " " + seen.finding().row());
          run.found();
          run.stop().ask("the first finding, " + first.get() + " (finding.stop)");
        }
      }
    }

    /** LATE is no fault where reads may be late; the part that finds it knows, and reports. */
    private boolean isFault(Finding finding) {
      return finding.kind() != FindingKind.LATE
          || run.pending().filter(PendingVerdict::hasFailed).isPresent();
    }

    PartOutcome outcome() {
      return first
          .map(what -> "ended at the first finding, " + what + " (finding.stop)")
          .map(why -> new PartOutcome(Verdict.FAIL, List.of(why), Map.of(), Map.of(), List.of()))
          .orElse(PartOutcome.NOTHING);
    }

    void close() {
      command.ifPresent(FindingCommand::close);
    }
  }

  /** Shows what other processes report; most events are not shown. */
  static final class EventWords implements RunListener {
    private final Map<String, String> faults = new HashMap<>();
    private final String own;
    private final Terminal terminal;

    /**
     * The words of a run without any event yet.
     *
     * @param own the journal of this process
     */
    EventWords(String own, Terminal terminal) {
      this.own = own;
      this.terminal = terminal;
    }

    @Override
    public void event(String journal, Event event) {
      if (!journal.equals(own)) {
        of(event).ifPresent(text -> terminal.event(event.at(), text));
      }
    }

    /** The words of an event if it is to be shown; it must be called with all events, in order. */
    Optional<String> of(Event event) {
      if (event instanceof Event.FindingSeen seen) {
        return Optional.of(event.client() + ": " + seen.finding().inWords());
      } else if (event instanceof Event.Verified verified) {
        return Optional.of(verified.inWords());
      } else if (event instanceof Event.ServerAdded added) {
        return Optional.of(added.inWords());
      } else if (event instanceof Event.FaultStarted started) {
        String words =
            "fault "
                + started.id()
                + ": "
                + started.fault()
                + " "
                + String.join(", ", started.targets());
        faults.put(key(started), words.strip());
        return Optional.of(words.strip());
      } else if (event instanceof Event.WorkerBegan began && began.joinedLate()) {
        return Optional.of("worker " + began.worker() + " has begun " + began.phase());
      } else if (event instanceof Event.OfFault ofFault) {
        return of(ofFault).map(what -> name(ofFault) + ": " + what);
      }
      return Optional.empty();
    }

    private static Optional<String> of(Event.OfFault event) {
      if (event instanceof Event.FaultProven proven) {
        return Optional.of("proven, " + proven.evidence());
      } else if (event instanceof Event.FaultHealed healed) {
        boolean silent = healed.outcome() == null || healed.outcome().isEmpty();
        return Optional.of("healed" + (silent ? "" : ", " + healed.outcome()));
      } else if (event instanceof Event.FaultDoubted doubted) {
        return Optional.of(doubted.step() + ": " + doubted.reason());
      } else if (event instanceof Event.FaultRecovered recovered) {
        Double seconds = recovered.measures().get(RecoveryMeasure.RECOVERED.key());
        return Optional.of(
            "recovered"
                + (seconds == null
                    ? ""
                    : " after " + Amounts.span(Duration.ofMillis(Math.round(1000 * seconds)))));
      }
      return Optional.empty();
    }

    private String name(Event.OfFault event) {
      return faults.getOrDefault(
          key(event), event.id() == Event.OfFault.NONE ? event.client() : "fault " + event.id());
    }

    private static String key(Event.OfFault event) {
      return event.client() + " " + event.id();
    }
  }

  /**
   * Runs a command of the user's at each finding, by {@code sh -c}, one after the other; what it
   * prints is dropped. Findings wait while one runs, up to a limit; the number left out is
   * reported.
   */
  static final class FindingCommand implements Closeable {
    private static final int MOST_WAITING = 100;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** A process's environment takes some 128 KiB a variable; a finding may quote long values. */
    private static final int MOST_CHARACTERS = 30_000;

    private final String command;
    private final String run;
    private final Consumer<String> notes;
    private final AtomicLong left = new AtomicLong();
    private final ThreadPoolExecutor thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Threads.daemons("on-finding"));

    /**
     * The command, before its first run.
     *
     * @param run the run directory, which the command gets in its environment
     * @param notes receives what went wrong with it
     */
    FindingCommand(String command, String run, Consumer<String> notes) {
      this.command = command;
      this.run = run;
      this.notes = notes;
    }

    /** Runs it for a finding as soon as it does not run for another. */
    void found(Finding finding) {
      try {
        thread.execute(() -> call(finding));
      } catch (RejectedExecutionException e) {
        left.incrementAndGet();
      }
    }

    private void call(Finding finding) {
      try {
        Map<String, String> variables = Map.of("CATENA_RUN", run, "CATENA_FINDING", text(finding));
        Optional<ProgramRun> ended =
            ProgramRun.of(List.of("sh", "-c", command), variables, "", Errors.DROPPED, LIMIT);
        if (ended.isEmpty()) {
          notes.accept("the command of --on-finding was ended after " + LIMIT.toSeconds() + " s");
        } else if (ended.get().status() != 0) {
          notes.accept("the command of --on-finding ended with status " + ended.get().status());
        }
      } catch (IOException e) {
        notes.accept("the command of --on-finding could not be run: " + Reasons.of(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** As a line of {@code findings.jsonl}; without the values where these are long. */
    private static String text(Finding finding) throws IOException {
      String whole = Findings.line(finding);
      return whole.length() <= MOST_CHARACTERS
          ? whole
          : Findings.line(Finding.of(finding.kind(), finding.row(), finding.foundMillis()));
    }

    /** Waits for the one that runs and those that wait, for no longer than one may take. */
    @Override
    public void close() {
      thread.shutdown();
      try {
        if (!thread.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          left.addAndGet(thread.shutdownNow().size());
        }
      } catch (InterruptedException e) {
        left.addAndGet(thread.shutdownNow().size());
        Thread.currentThread().interrupt();
      }
      if (left.get() > 0) {
        notes.accept(
            "the command of --on-finding was not run for " + left.get() + " more findings");
      }
    }
  }

  /** Keeps the situation of a run, and reports it after each poll. */
  static final class SituationKeeper implements RunListener {
    private final Consumer<Situation> receiver;
    private final FaultHistory faults = new FaultHistory();
    private final UnhostedTablets tablets = new UnhostedTablets();
    private final Map<String, Latest> latencies = new HashMap<>();
    private List<String> inEffect = List.of();
    private long findings;

    /** The last interval of an operation's latencies, of all clients together. */
    private record Latest(long from, long to, Histogram sum) {
      /** Whether another interval is of the same time, as those of one process's clients are. */
      boolean isOf(long otherFrom, long otherTo) {
        return Math.min(to, otherTo) - Math.max(from, otherFrom) > (otherTo - otherFrom) / 2;
      }
    }

    /**
     * A keeper before the first event of a run.
     *
     * @param receiver receives the situation, by the thread that listens
     */
    public SituationKeeper(Consumer<Situation> receiver) {
      this.receiver = receiver;
    }

    @Override
    public void event(String journal, Event event) {
      if (event instanceof Event.FindingSeen) {
        findings++;
      } else if (faults.accept(event)) {
        inEffect =
            faults.faults().stream()
                // Until it is healed; what was not done has no effect.
                .filter(fault -> !fault.healed() && !fault.recovered())
                .map(SituationKeeper::words)
                .toList();
      } else {
        tablets.accept(event);
      }
    }

    private static String words(FaultRecord fault) {
      return fault.targets().isEmpty() ? fault.kind() : fault.kind() + " " + fault.targets().get(0);
    }

    @Override
    public void latencies(String operation, long from, long to, Histogram interval) {
      if (operation.endsWith(LatencyRecorder.SERVICE)
          || operation.endsWith(LatencyRecorder.UNANSWERED)) {
        return;
      }
      Latest latest = latencies.get(operation);
      if (latest != null && latest.isOf(from, to)) {
        latest.sum.add(interval);
      } else if (latest == null || to > latest.to) {
        latencies.put(operation, new Latest(from, to, interval.copy()));
      }
    }

    @Override
    public void polled(long now) {
      Map<String, Duration> p99 = new HashMap<>();
      latencies.forEach(
          (operation, latest) ->
              p99.put(operation, Duration.ofNanos(latest.sum.getValueAtPercentile(99))));
      receiver.accept(new Situation(findings, inEffect, tablets.number(), p99));
    }
  }
}
