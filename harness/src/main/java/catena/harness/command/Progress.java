// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.threads.Threads;
import catena.records.words.Amounts;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Shows how one phase of long work goes on: a line at the foot of the screen where a person
 * watches, drawn anew twice a second whether something goes on or not; else a plain line every 10
 * seconds.
 */
public final class Progress implements Closeable {
  private static final Duration PLAIN_EVERY = Duration.ofSeconds(10);
  private static final Duration BAR_EVERY = Duration.ofMillis(500);

  private final Terminal terminal;
  private final ProgressText text;
  private final LongSupplier nanoClock;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("progress"));
  private Optional<Duration> took = Optional.empty();
  private boolean over;

  /** One that shows something when {@link #tick} is called. */
  Progress(Terminal terminal, ProgressTask task, LongSupplier nanoClock) {
    this.terminal = terminal;
    this.text = new ProgressText(task, nanoClock.getAsLong());
    this.nanoClock = nanoClock;
  }

  /** Begins to show a phase until {@link #close}. */
  public static Progress start(Terminal terminal, ProgressTask task) {
    Progress progress = new Progress(terminal, task, System::nanoTime);
    long millis = (terminal.interactive() ? BAR_EVERY : PLAIN_EVERY).toMillis();
    // Nothing but this is owed, so that it is no doubt of what goes on.
    Runnable tick =
        Threads.repeated("progress", "no progress is shown", progress::tick, terminal::note);
    var unused = progress.ticker.scheduleAtFixedRate(tick, millis, millis, TimeUnit.MILLISECONDS);
    return progress;
  }

  /** Shows how far it is. */
  void tick() {
    long now = nanoClock.getAsLong();
    if (terminal.interactive()) {
      show(text.bar(now, terminal.situation()));
    } else {
      terminal.note(text.line(now, terminal.situation()));
    }
  }

  /** What is drawn after the line was taken away would stay there. */
  private synchronized void show(String line) {
    if (!over) {
      terminal.screen().show(this, line);
    }
  }

  private synchronized void end() {
    over = true;
    terminal.screen().end(this);
  }

  /** Takes note of how long the work itself took, which the last line then shows. */
  public void took(Duration time) {
    took = Optional.of(time);
  }

  /** Shows the end of the phase: how many in how long. */
  @Override
  public void close() {
    ticker.shutdownNow();
    boolean unused = Uninterruptibles.awaitTerminationUninterruptibly(ticker, 1, TimeUnit.SECONDS);
    end();
    terminal.note(took.map(text::summary).orElseGet(() -> text.summary(nanoClock.getAsLong())));
  }

  /**
   * The words of a {@link Progress}: plain lines, with the rate since the line before, and a line
   * of less than 80 columns that is drawn over, with the rate of the last ten seconds.
   */
  static final class ProgressText {
    /** A line of 80 columns would wrap on some terminals. */
    static final int COLUMNS = 79;

    /** How long no answer may come until that is reported. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private static final long RATE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** What is left out last: all of this stands in every line. */
    private static final int ALWAYS = 9;

    private final ProgressTask task;
    private final long startNanos;
    private final Deque<Point> points = new ArrayDeque<>();
    private long lastDone;
    private long lastNanos;
    private long lastReplies;
    private long repliedNanos;

    private record Point(long nanos, long done) {}

    /**
     * A piece of the line.
     *
     * @param rank what has a lower one is left out first where the line is too long
     */
    private record LinePiece(int rank, String text) {}

    ProgressText(ProgressTask task, long startNanos) {
      this.task = task;
      this.startNanos = startNanos;
      this.lastNanos = startNanos;
      this.repliedNanos = startNanos;
      points.add(new Point(startNanos, 0));
    }

    /** The next plain line. */
    String line(long nowNanos, Optional<Situation> situation) {
      long done = task.done().getAsLong();
      Optional<String> silence = silence(nowNanos, situation);
      StringBuilder line = new StringBuilder(task.phase()).append(": ");
      Optional<String> waiting = task.waiting().get();
      if (waiting.isPresent()) {
        line.append("waiting for ").append(waiting.get());
      } else {
        line.append(Amounts.grouped(done)).append(' ').append(task.unit());
        line.append(", ").append(Amounts.rate(perSecond(done - lastDone, nowNanos - lastNanos)));
        percent(done).ifPresent(share -> line.append(", ").append(share));
        left(done, nowNanos).ifPresent(span -> line.append(", ").append(left(span)));
        silence.ifPresent(words -> line.append(", ").append(words));
      }
      situation.ifPresent(
          now -> {
            if (now.findings() > 0) {
              line.append(", findings ").append(Amounts.grouped(now.findings()));
            }
            if (!now.faults().isEmpty()) {
              line.append(", fault ").append(now.faultWords());
            }
          });
      lastDone = done;
      lastNanos = nowNanos;
      return line.toString();
    }

    /** What is drawn over the line before. */
    String bar(long nowNanos, Optional<Situation> situation) {
      long done = task.done().getAsLong();
      List<LinePiece> parts = new ArrayList<>();
      parts.add(new LinePiece(ALWAYS, task.phase()));
      Optional<String> silence = silence(nowNanos, situation);
      double rate = rate(done, nowNanos);
      Optional<String> waiting = task.waiting().get();
      if (waiting.isPresent()) {
        parts.add(new LinePiece(ALWAYS, " waiting for " + waiting.get()));
      } else {
        percent(done).ifPresent(share -> parts.add(new LinePiece(ALWAYS, " " + share)));
        parts.add(new LinePiece(7, " " + Amounts.large(done)));
        task.total().ifPresent(all -> parts.add(new LinePiece(4, " of " + Amounts.large(all))));
        if (task.total().isEmpty()) {
          parts.add(new LinePiece(4, " " + task.unit()));
        }
        silence.ifPresent(words -> parts.add(new LinePiece(8, "  " + words)));
        parts.add(new LinePiece(3, "  " + Amounts.rate(rate)));
        left(done, nowNanos).ifPresent(span -> parts.add(new LinePiece(2, "  " + left(span))));
      }
      situation.ifPresent(now -> surroundings(now, parts));
      return fitted(parts);
    }

    private void surroundings(Situation now, List<LinePiece> parts) {
      task.operation()
          .get()
          .map(tag -> Optional.ofNullable(now.p99().get(tag)).map(Amounts::latency).orElse("–"))
          .ifPresent(p99 -> parts.add(new LinePiece(1, "  p99 " + p99)));
      String findings = "  findings " + Amounts.large(now.findings());
      parts.add(new LinePiece(now.findings() > 0 ? 6 : 0, findings));
      parts.add(new LinePiece(now.faults().isEmpty() ? 0 : 5, "  fault " + now.faultWords()));
    }

    /** Leaves out what matters least until the rest fits, and cuts what is too long even so. */
    private static String fitted(List<LinePiece> all) {
      List<LinePiece> parts = new ArrayList<>(all);
      while (length(parts) > COLUMNS) {
        LinePiece least =
            parts.stream().min(Comparator.comparingInt(LinePiece::rank)).orElseThrow();
        if (least.rank() == ALWAYS) {
          break;
        }
        parts.remove(parts.lastIndexOf(least));
      }
      String line = parts.stream().map(LinePiece::text).collect(Collectors.joining());
      return line.length() <= COLUMNS ? line : line.substring(0, COLUMNS - 1) + "…";
    }

    private static int length(List<LinePiece> parts) {
      return parts.stream().mapToInt(part -> part.text().length()).sum();
    }

    private Optional<String> percent(long done) {
      return task.total().isPresent() && task.total().getAsLong() > 0
          ? Optional.of(
              String.format(
                  Locale.ROOT, "%.0f %%", Math.min(100, 100.0 * done / task.total().getAsLong())))
          : Optional.empty();
    }

    private static String left(Duration span) {
      return Amounts.span(span) + " left";
    }

    /** That no answer has come for some time; polls the answers, too. */
    private Optional<String> silence(long nowNanos, Optional<Situation> situation) {
      if (task.replies().isEmpty()) {
        return Optional.empty();
      }
      ProgressTask.Replies replies = task.replies().get();
      long count = replies.count().getAsLong();
      if (count != lastReplies) {
        lastReplies = count;
        repliedNanos = nowNanos;
      }
      Duration silent = Duration.ofNanos(nowNanos - repliedNanos);
      if (silent.compareTo(SILENCE) < 0) {
        return Optional.empty();
      }
      long sent = replies.sent().getAsLong();
      return Optional.of(
          replies.silence()
              + " for "
              + Amounts.span(silent)
              + (sent > 0 ? ", " + Amounts.large(sent) + " sent" : "")
              + situation.flatMap(Situation::unhostedWords).map(words -> "; " + words).orElse(""));
    }

    /** Of the last ten seconds. */
    private double rate(long done, long nowNanos) {
      points.addLast(new Point(nowNanos, done));
      while (points.size() > 2 && nowNanos - points.peekFirst().nanos >= RATE_NANOS) {
        points.removeFirst();
      }
      Point first = points.peekFirst();
      return perSecond(done - first.done, nowNanos - first.nanos);
    }

    private Optional<Duration> left(long done, long nowNanos) {
      Duration elapsed = Duration.ofNanos(nowNanos - startNanos);
      Optional<Duration> byTime = task.limit().map(l -> l.minus(elapsed));
      double rate = perSecond(done, nowNanos - startNanos);
      if (task.total().isEmpty() || rate <= 0) {
        return byTime;
      }
      double seconds = Math.min((task.total().getAsLong() - done) / rate, 1e9);
      Duration byCount = Duration.ofMillis((long) (seconds * 1000));
      return byTime.filter(t -> t.compareTo(byCount) < 0).or(() -> Optional.of(byCount));
    }

    /** The last line, of the whole time. */
    String summary(long nowNanos) {
      return summary(Duration.ofNanos(nowNanos - startNanos));
    }

    /**
     * The last line.
     *
     * @param took how long the work went on
     */
    String summary(Duration took) {
      long done = task.done().getAsLong();
      if (done == 0 && task.waiting().get().isPresent()) {
        return task.phase() + ": " + Amounts.span(took);
      }
      return "%s: %s %s in %s, %s"
          .formatted(
              task.phase(),
              Amounts.grouped(done),
              task.unit(),
              Amounts.span(took),
              Amounts.rate(perSecond(done, took.toNanos())));
    }

    private static double perSecond(long count, long nanos) {
      return nanos <= 0 ? 0 : count * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
    }
  }
}
