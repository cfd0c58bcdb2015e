// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.records.run.RunDirectory;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The verdict of a run or a command that is still at work, so that {@code verdict.json} is true at
 * any moment: UNKNOWN, "not finished", from the beginning; FAIL from the first fault on; the whole
 * verdict, once, at the end. Any thread may report a fault.
 *
 * <p>Processes may be at work in one directory at once. The file names each of them, with what was
 * concluded so far: one that ends leaves there what the others have found, and that they are at
 * work.
 */
public final class PendingVerdict {
  private static final Logger LOG = LogManager.getLogger(PendingVerdict.class);

  /** Between what is at work and the number that tells it from another one of that name. */
  private static final String NUMBER = " #";

  /** How often the file is looked at again once this one has failed. */
  private static final Duration EACH = Duration.ofSeconds(1);

  private final RunDirectory directory;
  private final Clock clock;

  /** Whether nothing of what was concluded before it counts. */
  private final boolean replaces;

  private final Optional<String> earlier;
  private final Optional<byte[]> before;
  private final String key;
  private VerdictFile written;
  private boolean failed;
  private long toldAt;
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
      RunDirectory directory, Clock clock, String what, boolean replaces, boolean failed)
      throws IOException {
    this.directory = directory;
    this.clock = clock;
    this.replaces = replaces;
    this.failed = failed;
    this.key = what + NUMBER + UUID.randomUUID().toString().substring(0, 8);
    this.before = directory.read(directory.verdict());
    this.earlier = replaces ? earlier(directory) : Optional.empty();
    Optional<VerdictFile> there = replaces ? Optional.empty() : VerdictFile.readFrom(directory);
    SortedMap<String, Verdict> working = working(there);
    working
        .entrySet()
        .removeIf(each -> name(each.getKey()).equals(what) && !isFail(each.getValue()));
    write(working, standing(there));
  }

  /**
   * Begins one that replaces what stands there: the directory's verdict is UNKNOWN from now on.
   *
   * @param what is not finished: {@code the run}
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict begin(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return new PendingVerdict(directory, clock, what, true, false);
  }

  /**
   * Goes on with one whose process died: a fault that was reported to it is not forgotten.
   *
   * @param what is not finished
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict resume(RunDirectory directory, Clock clock, String what)
      throws IOException {
    boolean failed =
        VerdictFile.readFrom(directory).filter(file -> isFail(file.verdict())).isPresent();
    return new PendingVerdict(directory, clock, what, true, failed);
  }

  /**
   * Begins one that is joined with what stands there: who else is at work stays so, but for what
   * has this name and has found nothing, which this goes on with.
   *
   * @param what is not finished
   * @throws IOException if what stands there cannot be read, or this cannot be written
   */
  public static PendingVerdict join(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return new PendingVerdict(directory, clock, what, false, false);
  }

  private static boolean isFail(Verdict verdict) {
    return verdict == Verdict.FAIL;
  }

  private static String name(String key) {
    return key.substring(0, key.lastIndexOf(NUMBER));
  }

  /** What stood there before, so that it is not lost with the process. */
  private static Optional<String> earlier(RunDirectory directory) {
    try {
      return VerdictFile.readFrom(directory).map(file -> "before it: " + file.inWords());
    } catch (IOException e) {
      return Optional.of("before it: a verdict.json that cannot be read");
    }
  }

  /**
   * What was concluded in the directory by now: before this one, unless it replaces that, and
   * meanwhile by others.
   *
   * @throws IOException if it cannot be read
   */
  public Optional<VerdictFile> standing() throws IOException {
    return standing(VerdictFile.readFrom(directory));
  }

  private static Optional<VerdictFile> standing(Optional<VerdictFile> there) {
    return there.flatMap(file -> file.atWork().isEmpty() ? there : file.before());
  }

  /** Who else is at work. */
  private SortedMap<String, Verdict> working(Optional<VerdictFile> there) {
    SortedMap<String, Verdict> others =
        new TreeMap<>(there.map(VerdictFile::atWork).orElse(new TreeMap<>()));
    others.remove(key);
    return others;
  }

  private void write(SortedMap<String, Verdict> others, Optional<VerdictFile> standing)
      throws IOException {
    others.put(key, failed ? Verdict.FAIL : Verdict.UNKNOWN);
    written = pending(others, standing);
    written.writeTo(directory);
  }

  private VerdictFile pending(SortedMap<String, Verdict> working, Optional<VerdictFile> standing) {
    boolean isFail =
        working.containsValue(Verdict.FAIL)
            || standing.filter(file -> isFail(file.verdict())).isPresent();
    List<String> reasons = new ArrayList<>(isFail ? List.of("a fault was found") : List.of());
    working.keySet().forEach(each -> reasons.add(name(each) + " is not finished"));
    standing.map(file -> "before it: " + file.inWords()).or(() -> earlier).ifPresent(reasons::add);
    return VerdictFile.of(isFail ? Verdict.FAIL : Verdict.UNKNOWN, reasons, Map.of(), Map.of())
        .pending(working, standing)
        .at(clock.instant());
  }

  /**
   * Takes note of a fault: whatever happens from now on, the verdict is FAIL. A verification that
   * has begun since the last one is told of it.
   */
  public synchronized void found() {
    long now = System.nanoTime();
    if (concluded || (failed && now - toldAt < EACH.toNanos())) {
      return;
    }
    failed = true;
    toldAt = now;
    if (fence.filter(its -> !its.mayWrite()).isPresent()) {
      return; // the verdict says it, if it is this process's at all
    }
    try {
      Optional<VerdictFile> there = VerdictFile.readFrom(directory);
      if (there.filter(file -> isFail(file.atWork().get(key))).isEmpty()) {
        write(working(there), standing(there));
      }
    } catch (IOException e) {
      LOG.error("verdict.json could not be made FAIL before the end", e);
    }
  }

  /** Whether a fault was reported. */
  public synchronized boolean hasFailed() {
    return failed;
  }

  /**
   * Ends it where nothing was begun: what stood there before stands again, with what others have
   * concluded since. Where a fault was found meanwhile it stays FAIL.
   *
   * @throws IOException if it cannot be written
   */
  public synchronized void withdraw() throws IOException {
    if (concluded || failed) {
      return;
    }
    Optional<VerdictFile> there = VerdictFile.readFrom(directory);
    if (there.equals(Optional.of(written))) {
      if (before.isPresent()) {
        directory.writeAtomically(directory.verdict(), before.get(), "the verdict");
      } else {
        boolean unused = directory.fileSystem().delete(directory.verdict(), false);
      }
    } else if (replaces) {
      abandon("refused, while another command was at work"); // what it had replaced is not known
    } else if (there.isPresent() && there.get().atWork().containsKey(key)) {
      rest(working(there), standing(there)).orElse(there.get()).writeTo(directory);
    }
    concluded = true;
  }

  /** What stands once this one is over: nothing is over while others are at work. */
  private Optional<VerdictFile> rest(
      SortedMap<String, Verdict> others, Optional<VerdictFile> standing) {
    return others.isEmpty() ? standing : Optional.of(pending(others, standing));
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
   * @return what was written: not finished, where others are at work
   * @throws IOException if it cannot be written, or is another process's; then {@code verdict.json}
   *     says what it said
   * @throws IllegalStateException if it was ended before
   */
  public synchronized VerdictFile conclude(VerdictFile end) throws IOException {
    if (concluded) {
      throw new IllegalStateException("there is one verdict");
    }
    Optional<VerdictFile> there = VerdictFile.readFrom(directory);
    SortedMap<String, Verdict> others = working(there);
    Optional<VerdictFile> failure = standing(there).filter(file -> isFail(file.verdict()));
    List<String> reasons = new ArrayList<>(end.reasons());
    if (replaces) {
      failure.ifPresent(file -> reasons.add("found meanwhile: " + file.inWords()));
      failed |= others.containsValue(Verdict.FAIL);
      others.clear();
    }
    boolean isFail = failed || failure.isPresent();
    VerdictFile own =
        end.with(isFail ? end.verdict().and(Verdict.FAIL) : end.verdict(), reasons)
            .at(clock.instant());
    VerdictFile last = rest(others, Optional.of(own)).orElseThrow();
    if (fence.isPresent()) {
      fence.get().concluding(last);
    }
    last.writeTo(directory);
    concluded = true;
    return last;
  }
}
