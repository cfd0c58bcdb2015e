// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import catena.records.threads.Threads;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

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
  private final Optional<Screen.FootLine> foot;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(Threads.daemons("progress"));
  private Optional<Duration> took = Optional.empty();

  /** One that shows something when {@link #tick} is called. */
  Progress(Terminal terminal, ProgressTask task, LongSupplier nanoClock) {
    this.terminal = terminal;
    this.text = new ProgressText(task, nanoClock.getAsLong());
    this.nanoClock = nanoClock;
    this.foot = terminal.interactive() ? Optional.of(terminal.foot()) : Optional.empty();
  }

  /** Begins to show a phase until {@link #close}. */
  public static Progress start(Terminal terminal, ProgressTask task) {
    Progress progress = new Progress(terminal, task, System::nanoTime);
    progress.schedule(terminal.interactive() ? BAR_EVERY : PLAIN_EVERY);
    return progress;
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
    return start(terminal, ProgressTask.of(phase, unit, done).upTo(total).within(limit));
  }

  private void schedule(Duration every) {
    long millis = every.toMillis();
    // Nothing but this is owed, so that it is no doubt of what goes on.
    Runnable task =
        Threads.repeated("progress", "no progress is shown", this::tick, terminal::note);
    var unused = ticker.scheduleAtFixedRate(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Shows how far it is. */
  void tick() {
    long now = nanoClock.getAsLong();
    if (foot.isPresent()) {
      foot.get().show(text.bar(now, terminal.situation()));
    } else {
      terminal.note(text.line(now, terminal.situation()));
    }
  }

  /** Takes note of how long the work itself took, which the last line then shows. */
  public void took(Duration time) {
    took = Optional.of(time);
  }

  /** Shows the end of the phase: how many in how long. */
  @Override
  public void close() {
    ticker.shutdownNow();
    // What is drawn after the line was taken away would stay there.
    boolean unused = Uninterruptibles.awaitTerminationUninterruptibly(ticker, 1, TimeUnit.SECONDS);
    foot.ifPresent(Screen.FootLine::end);
    terminal.note(took.map(text::summary).orElseGet(() -> text.summary(nanoClock.getAsLong())));
  }
}
