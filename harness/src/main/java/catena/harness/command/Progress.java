package catena.harness.command;

import catena.harness.client.Threads;
import java.io.Closeable;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows how one phase of long work goes on: a bar where a person watches, else a plain line every
 * 10 seconds.
 */
public final class Progress implements Closeable {
  private static final Duration PLAIN_EVERY = Duration.ofSeconds(10);
  private static final Duration BAR_EVERY = Duration.ofMillis(500);

  private final Terminal terminal;
  private final ProgressText text;
  private final LongSupplier done;
  private final LongSupplier nanoClock;
  private final Optional<Bar> bar;
  private final ScheduledExecutorService ticker;

  private Progress(
      Terminal terminal,
      ProgressText text,
      LongSupplier done,
      LongSupplier nanoClock,
      Optional<Bar> bar) {
    this.terminal = terminal;
    this.text = text;
    this.done = done;
    this.nanoClock = nanoClock;
    this.bar = bar;
    this.ticker = Executors.newSingleThreadScheduledExecutor(Threads.daemons("progress"));
  }

  /**
   * Begins to show a phase until {@link #close}.
   *
   * @param phase what is going on, one word or two
   * @param unit what is counted: {@code entries}
   * @param total how many there will be, if known
   * @param limit how long the phase lasts at most, if it ends by time
   * @param done how many are done; called from another thread, often
   */
  public static Progress start(
      Terminal terminal,
      String phase,
      String unit,
      OptionalLong total,
      Optional<Duration> limit,
      LongSupplier done) {
    ProgressText text = new ProgressText(phase, unit, total, limit, System.nanoTime());
    Optional<Bar> bar =
        terminal.interactive()
            ? Optional.of(bar(terminal, phase, unit, total.orElse(-1)))
            : Optional.empty();
    Progress progress = new Progress(terminal, text, done, System::nanoTime, bar);
    progress.schedule(bar.isPresent() ? BAR_EVERY : PLAIN_EVERY);
    return progress;
  }

  /** A bar, and the line that it is drawn on. */
  private record Bar(ProgressBar bar, LastLine line) {
    /** Draws it for the last time and ends its line, also where the bar's own thread has failed. */
    void close() {
      bar.close();
      line.close();
    }
  }

  private static Bar bar(Terminal terminal, String phase, String unit, long total) {
    LastLine line = new LastLine(terminal.notes());
    ProgressBarBuilder builder =
        new ProgressBarBuilder()
            .setTaskName(phase)
            .setUnit(" " + unit, 1)
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis((int) BAR_EVERY.toMillis())
            .showSpeed()
            .setConsumer(line);
    return new Bar(builder.build(), line);
  }

  /** Draws nothing any more once it is closed, whatever the bar's own thread is about to do. */
  private static final class LastLine extends ConsoleProgressBarConsumer {
    private boolean closed;

    LastLine(PrintStream out) {
      super(out);
    }

    @Override
    public synchronized void accept(String line) {
      if (!closed) {
        super.accept(line);
      }
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        super.close();
        closed = true;
      }
    }
  }

  private void schedule(Duration every) {
    long millis = every.toMillis();
    // Nothing but this is owed, so that it is no doubt of what goes on.
    Runnable task =
        Threads.repeated("progress", "no progress is shown", this::tick, terminal::note);
    var unused = ticker.scheduleAtFixedRate(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    if (bar.isPresent()) {
      bar.get().bar.stepTo(done.getAsLong());
    } else {
      terminal.note(text.line(done.getAsLong(), nanoClock.getAsLong()));
    }
  }

  /** Shows the end of the phase: how many in how long. */
  @Override
  public void close() {
    ticker.shutdownNow();
    bar.ifPresent(
        b -> {
          b.bar.stepTo(done.getAsLong());
          b.close();
        });
    terminal.note(text.summary(done.getAsLong(), nanoClock.getAsLong()));
  }
}
