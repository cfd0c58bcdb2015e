// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.FaultHistory;
import catena.records.history.Span;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.report.history.RunHistory.PhaseSpan;
import com.google.common.base.Preconditions;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Takes the events of all journals of a run, in any order, and keeps what a report shows. */
public final class JournalFold implements Consumer<Event> {
  /** The activity that writes; its work comes first. */
  private static final String INGEST = "ingest";

  /** The kinds of which a run has so few events that all are kept. */
  private static final Set<Class<?>> RARE =
      Set.of(
          Event.PartEnded.class,
          Event.TableRecreated.class,
          Event.Unanswered.class,
          Event.WorkerJoined.class,
          Event.WorkerLost.class);

  /** What is no work of servers, so that a group is not at work for it. */
  private static final Set<Counted> NO_WORK =
      EnumSet.of(Counted.SENT, Counted.REJECTED, Counted.FINDINGS);

  /** Notes and losses beyond this many are counted only. */
  static final int KEPT = 500;

  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final SortedMap<String, Work> work =
      new TreeMap<>(
          Comparator.comparing((String n) -> !n.startsWith(INGEST)).thenComparing(n -> n));

  /** All groups, including those that have done nothing so far. */
  private final SortedMap<String, Work> groups = new TreeMap<>();

  /** What all groups did. */
  private final Work all = new Work("all");

  /** A cache by client: a client has many events, and its group is found by patterns. */
  private final Map<String, Work> byClient = new HashMap<>();

  private final AnswerTimes writeAnswers = new AnswerTimes();
  private final AnswerTimes readAnswers = new AnswerTimes();
  private final DurationStats flushes = new DurationStats();
  private final FaultHistory faults = new FaultHistory();

  /** What the user should read: notes, and servers lost or back, as notes. */
  private final List<Event.Note> remarks = new ArrayList<>();

  private final Map<String, Event.PhaseStarted> open = new LinkedHashMap<>();
  private final List<PhaseSpan> phases = new ArrayList<>();

  /** Events of {@link #RARE} kinds, as they came. */
  private final ListMultimap<Class<?>, Event> rare =
      MultimapBuilder.hashKeys().arrayListValues().build();

  private Optional<Event.Throughput> latest = Optional.empty();

  /** What began the directory; commands in it begin later. */
  private Optional<Event.RunStarted> begun = Optional.empty();

  /** By the name of the run or command, how it last began or ended. */
  private final Map<String, Event> lives = new TreeMap<>();

  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private long moreRemarks;
  private final int layers;

  /**
   * A fold without any event yet.
   *
   * @param layers the number of steps of a block that write its nodes for the first time
   */
  JournalFold(int layers) {
    this.layers = layers;
  }

  @Override
  public void accept(Event event) {
    first = Math.min(first, begin(event));
    last = Math.max(last, event.at());
    if (event instanceof Event.Throughput throughput) {
      latest =
          latest
              .filter(most -> most.lateSeconds() >= throughput.lateSeconds())
              .or(() -> Optional.of(throughput));
      group(throughput.client()).interval(throughput);
    }
    WorkDone.bySecond(event, (what, amount, from, to) -> done(event, what, amount, from, to));
    if (event instanceof Event.Flush flush) {
      flush(flush);
    } else if (event instanceof Event.Throughput read && !read.writes()) {
      read(read);
    } else if (event instanceof Event.Rejected) {
      reported(event, event.at());
    } else if (RARE.contains(event.getClass())) {
      rare.put(event.getClass(), event);
    } else if (!faults.accept(event)) {
      life(event);
    }
  }

  /** When the work that an event reports began, if that was before the event. */
  static long begin(Event event) {
    if (event instanceof Event.Flush flush) {
      return flush.beganAt();
    }
    return event instanceof Event.Throughput work ? work.beganAt() : event.at();
  }

  private void done(Event event, Counted what, double amount, long from, long to) {
    all.done(what, amount, from, to);
    (NO_WORK.contains(what) ? group(event.client()) : work(event.client()))
        .done(what, amount, from, to);
    if (amount > 0 && isAnswer(event, what)) {
      readAnswers.add(from, to);
    }
  }

  /** Whether it is an operation, or a row of an unfinished one whose seconds the reader reports. */
  private static boolean isAnswer(Event event, Counted what) {
    return what == Counted.OPERATIONS
        || (what == Counted.ROWS
            && event instanceof Event.Throughput throughput
            && !throughput.counts().isEmpty());
  }

  private void flush(Event.Flush flush) {
    reported(flush, flush.beganAt());
    Work work = work(flush.client());
    work.acknowledged(flush);
    if (flush.step() >= layers) { // a later step of a block writes its nodes again
      work.rewritten(flush.entries(), flush.beganAt(), flush.at());
    }
    writeAnswers.add(flush.at());
    flushes.add(flush.at(), flush.durationNanos() / NANOS_PER_MILLI);
  }

  private void read(Event.Throughput event) {
    reported(event, event.beganAt());
    work(event.client()).reported(event.counts().isEmpty() ? event.at() - event.beganAt() : 1000);
  }

  private void reported(Event event, long from) {
    group(event.client()).reported(event.client(), from, event.at());
  }

  private Work group(String client) {
    return byClient.computeIfAbsent(
        client, any -> groups.computeIfAbsent(ClientName.group(client), Work::new));
  }

  private Work work(String client) {
    Work group = group(client);
    return work.computeIfAbsent(group.name(), any -> group);
  }

  private void life(Event event) {
    if (event instanceof Event.RunStarted || event instanceof Event.RunEnded) {
      lives.merge(event.client(), event, (a, b) -> b.at() >= a.at() ? b : a);
    }
    if (event instanceof Event.RunStarted started) {
      begun = begun.filter(run -> run.at() <= started.at()).or(() -> Optional.of(started));
    } else if (event instanceof Event.PhaseStarted started) {
      open.putIfAbsent(started.phase(), started); // who takes a run over says it again
    } else if (event instanceof Event.PhaseEnded end) {
      Event.PhaseStarted begun = open.remove(end.phase());
      long from = begun == null ? end.at() : begun.at();
      phases.add(new PhaseSpan(end.phase(), new Span(from, end.at())));
    } else if (event instanceof Event.ClientStarted started) {
      group(started.client()).began(started.client(), started.at());
    } else if (event instanceof Event.ClientStopped stopped) {
      group(stopped.client()).stopped(stopped);
    } else if (event instanceof Event.Throughput
        || event instanceof Event.Paused
        || event instanceof Event.Continued) {
      reported(event, event.at());
    } else if (event instanceof Event.ServerLost lost) {
      remark(event, lost.role() + " " + lost.server() + " is gone");
    } else if (event instanceof Event.ServerBack back) {
      remark(event, back.role() + " " + back.server() + " is there");
    } else if (event instanceof Event.ServerAdded added) {
      remark(event, added.inWords());
    } else if (event instanceof Event.Note note) {
      remark(event, note.text());
    }
  }

  private void remark(Event event, String text) {
    if (remarks.size() < KEPT) {
      remarks.add(new Event.Note(event.at(), event.client(), text));
    } else {
      moreRemarks++;
    }
  }

  /**
   * Its events of a kind of which there are few, as they came.
   *
   * @throws IllegalArgumentException if those of the kind are not kept
   */
  public <E extends Event> List<E> all(Class<E> kind) {
    Preconditions.checkArgument(RARE.contains(kind), "%s is not kept", kind);
    return rare.get(kind).stream().map(kind::cast).toList();
  }

  /** How the parts of the run ended, by their names; the last end of one that was repeated. */
  public SortedMap<String, Event.PartEnded> parts() {
    SortedMap<String, Event.PartEnded> parts = new TreeMap<>();
    all(Event.PartEnded.class)
        .forEach(part -> parts.merge(part.part(), part, (a, b) -> b.at() >= a.at() ? b : a));
    return parts;
  }

  /** The phases in the order of time; one without an end lasts until the last event. */
  public List<PhaseSpan> phases() {
    List<PhaseSpan> all = new ArrayList<>(phases);
    for (Event.PhaseStarted begun : open.values()) {
      Span span = new Span(begun.at(), Math.max(begun.at(), last));
      all.add(new PhaseSpan(begun.phase(), span));
    }
    all.sort(Comparator.comparingLong(phase -> phase.span().from()));
    return List.copyOf(all);
  }

  /** Whether no end of a phase is recorded: the process that performed it died, or is at work. */
  public boolean isOpen(PhaseSpan phase) {
    return !phases.contains(phase);
  }

  /** The first phase that had begun at a time and had not ended. */
  public Optional<PhaseSpan> phaseAt(long at) {
    return phases().stream()
        .filter(phase -> phase.span().from() <= at && at < phase.span().to())
        .findFirst();
  }

  /** From the begin of the first reported work to the last event; empty if there is no event. */
  Optional<Span> span() {
    return last < first ? Optional.empty() : Optional.of(new Span(first, last));
  }

  /** The work by the clients' group; writers come first. */
  public SortedMap<String, Work> work() {
    return work;
  }

  /** The report with the largest delay of an operation's begin, if any client sent one. */
  public Optional<Event.Throughput> latest() {
    return latest;
  }

  /** All groups of clients by name, also those of which no work is known. */
  public SortedMap<String, Work> groups() {
    return groups;
  }

  /** What all clients did of a kind. */
  public RateBins of(Counted what) {
    return all.of(what);
  }

  /** Entries that were put and acknowledged. */
  public RateBins puts() {
    return of(Counted.ACKNOWLEDGED);
  }

  /** Entries whose deletion was acknowledged. */
  public RateBins deletes() {
    return of(Counted.DELETED);
  }

  /** Milliseconds from sending to acknowledgement. */
  public DurationStats flushes() {
    return flushes;
  }

  /** When windows were acknowledged. */
  AnswerTimes writeAnswers() {
    return writeAnswers;
  }

  /** When readers got rows. */
  AnswerTimes readAnswers() {
    return readAnswers;
  }

  FaultHistory faults() {
    return faults;
  }

  /** What the user should read, in the order of time; the first {@link #KEPT} of them. */
  public List<Event.Note> remarks() {
    return remarks.stream().sorted(Comparator.comparingLong(Event.Note::at)).toList();
  }

  /** How many remarks there are in addition to those that were kept. */
  public long moreRemarks() {
    return moreRemarks;
  }

  /** The name of the scenario, or of the command, that began first. */
  Optional<String> scenario() {
    return begun.map(Event.RunStarted::scenario);
  }

  /** Whether the run has ended, and whatever went on with it, or worked in its directory. */
  boolean hasEnded() {
    return !lives.isEmpty() && lives.values().stream().allMatch(Event.RunEnded.class::isInstance);
  }
}
