// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.records.run.RunDirectory;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The verdict of a run or a command that is still at work, so that {@code verdict.json} is true at
 * any moment: UNKNOWN, "not finished", from the beginning; FAIL from the first fault on; the whole
 * verdict, once, at the end. Any thread may report a fault.
 */
public final class PendingVerdict {
  private static final Logger LOG = LogManager.getLogger(PendingVerdict.class);

  private final RunDirectory directory;
  private final Clock clock;
  private final List<String> unfinished;
  private final Optional<byte[]> before;
  private boolean failed;
  private boolean failedBefore;
  private boolean concluded;
  private Optional<Fence> fence = Optional.empty();

  /** Decides which process writes, where several may conclude the same run. */
  public interface Fence {
    /** Whether this process may, as far as it knows. */
    boolean mayWrite();

    /**
     * Is given the verdict before it is published.
     *
     * @throws IOException if another process concludes the run, or may do so
     */
    void concluding(VerdictFile last) throws IOException;
  }

  private PendingVerdict(
      RunDirectory directory, Clock clock, List<String> unfinished, Optional<byte[]> before) {
    this.before = before;
    this.directory = directory;
    this.clock = clock;
    this.unfinished = List.copyOf(unfinished);
  }

  /**
   * Begins one: the directory's verdict is UNKNOWN from now on.
   *
   * @param what is not finished: {@code the run}
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict begin(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return begin(directory, clock, what, false);
  }

  /** A fault that is known is never forgotten in between: it is written first. */
  private static PendingVerdict begin(
      RunDirectory directory, Clock clock, String what, boolean failed) throws IOException {
    List<String> unfinished = new ArrayList<>(List.of(what + " is not finished"));
    earlier(directory).ifPresent(unfinished::add);
    PendingVerdict pending =
        new PendingVerdict(directory, clock, unfinished, directory.read(directory.verdict()));
    pending.failed = failed;
    pending.write();
    return pending;
  }

  /**
   * Goes on with one whose process died: a fault that was reported to it is not forgotten.
   *
   * @param what is not finished
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict resume(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return begin(directory, clock, what, isFail(VerdictFile.readFrom(directory)));
  }

  /**
   * Begins one that a fault which was found before is not forgotten by, unless it is withdrawn.
   *
   * @param earlier what counts of before
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict beginAfter(
      Optional<VerdictFile> earlier, RunDirectory directory, Clock clock, String what)
      throws IOException {
    PendingVerdict pending = begin(directory, clock, what, isFail(earlier));
    pending.failedBefore = pending.failed;
    return pending;
  }

  private static boolean isFail(Optional<VerdictFile> file) {
    return file.filter(it -> it.verdict() == Verdict.FAIL).isPresent();
  }

  /** What stood there before, so that it is not lost with the process. */
  private static Optional<String> earlier(RunDirectory directory) {
    try {
      return VerdictFile.readFrom(directory).map(file -> "before it: " + file.inWords());
    } catch (IOException e) {
      return Optional.of("before it: a verdict.json that cannot be read");
    }
  }

  private void write() throws IOException {
    List<String> reasons = new ArrayList<>(failed ? List.of("a fault was found") : List.of());
    reasons.addAll(unfinished);
    VerdictFile.of(failed ? Verdict.FAIL : Verdict.UNKNOWN, reasons, Map.of(), Map.of())
        .notFinished()
        .at(clock.instant())
        .writeTo(directory);
  }

  /** Takes note of a fault: whatever happens from now on, the verdict is FAIL. */
  public synchronized void found() {
    failedBefore = false;
    if (failed || concluded) {
      return;
    }
    failed = true;
    if (fence.filter(its -> !its.mayWrite()).isPresent()) {
      return; // the verdict says it, if it is this process's at all
    }
    try {
      write();
    } catch (IOException e) {
      LOG.error("verdict.json could not be made FAIL before the end", e);
    }
  }

  /** Whether a fault was reported. */
  public synchronized boolean hasFailed() {
    return failed;
  }

  /**
   * Ends it where nothing was begun: what stood there before stands again. Where a fault was found
   * meanwhile it stays FAIL.
   *
   * @throws IOException if it cannot be written
   */
  public synchronized void withdraw() throws IOException {
    if (concluded || (failed && !failedBefore)) {
      return;
    }
    concluded = true;
    if (before.isPresent()) {
      directory.writeAtomically(directory.verdict(), before.get(), "the verdict");
    } else {
      boolean unused = directory.fileSystem().delete(directory.verdict(), false);
    }
  }

  /** From now on another process may conclude the same run. */
  public synchronized void fencedBy(Fence its) {
    fence = Optional.of(its);
  }

  /**
   * Ends it where nothing could be concluded, if it was not ended before; what was found stays.
   *
   * @param why in words
   */
  public synchronized void abandon(String why) {
    if (!concluded) {
      try {
        conclude(
            VerdictFile.of(Verdict.UNKNOWN, List.of("not completed: " + why), Map.of(), Map.of()));
      } catch (IOException e) {
        LOG.error("verdict.json could not be written", e);
      }
    }
  }

  /**
   * Ends it.
   *
   * @param end what was concluded; FAIL in any case if a fault was reported
   * @return what was written
   * @throws IOException if it cannot be written, or is another process's; then {@code verdict.json}
   *     says what it said
   * @throws IllegalStateException if it was ended before
   */
  public synchronized VerdictFile conclude(VerdictFile end) throws IOException {
    if (concluded) {
      throw new IllegalStateException("there is one verdict");
    }
    Verdict verdict = failed ? end.verdict().and(Verdict.FAIL) : end.verdict();
    VerdictFile last = end.with(verdict, end.reasons()).at(clock.instant());
    if (fence.isPresent()) {
      fence.get().concluding(last);
    }
    last.writeTo(directory);
    concluded = true;
    return last;
  }
}
