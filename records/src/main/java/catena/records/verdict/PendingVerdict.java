// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.records.run.Claim;
import catena.records.run.RunDirectory;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.FailableSupplier;
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
  /** What a run calls itself. */
  public static final String THE_RUN = "the run";

  private static final Logger LOG = LogManager.getLogger(PendingVerdict.class);

  /** How often the file is looked at again once this one has failed. */
  private static final Duration EACH = Duration.ofSeconds(1);

  private final RunDirectory directory;
  private final Clock clock;

  /** Whether it is over once this is, even while others are at work. */
  private final boolean alone;

  /** Whether what stood there before counts no more once this is over. */
  private final boolean replaces;

  private final Optional<byte[]> bytes;
  private final String key;
  private VerdictFile written;
  private boolean failed;
  private long reportedAt;
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
      RunDirectory directory, Clock clock, String what, boolean alone, boolean replaces)
      throws IOException {
    this.directory = directory;
    this.clock = clock;
    this.alone = alone;
    this.replaces = replaces;
    this.key = what + VerdictFile.ID + UUID.randomUUID().toString().substring(0, 8);
    this.bytes = directory.read(directory.verdict());
  }

  /**
   * Begins that of a run, which replaces what stands there, and all that others say meanwhile but
   * for what they find: the directory's verdict is UNKNOWN from now on.
   *
   * @param what is not finished: {@code the run}
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict begin(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return changing(
        directory, () -> new PendingVerdict(directory, clock, what, true, true).replacing());
  }

  /**
   * Begins that of a command which replaces what stands there; others that begin after it are at
   * work still when it ends.
   *
   * @param what is not finished
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict replace(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return changing(
        directory, () -> new PendingVerdict(directory, clock, what, false, true).replacing());
  }

  /** What one process reads, changes and writes no other one changes meanwhile. */
  private static <T> T changing(RunDirectory directory, FailableSupplier<T, IOException> change)
      throws IOException {
    return Claim.changing(directory, directory.verdict(), change);
  }

  private PendingVerdict replacing() throws IOException {
    Optional<VerdictFile> former;
    try {
      Optional<VerdictFile> there = VerdictFile.readFrom(directory);
      former =
          VerdictFile.worse(standing(there), replaced(there))
              .filter(its -> its.fails() || there.filter(VerdictFile::fails).isEmpty())
              .or(() -> there);
    } catch (IOException e) { // it is replaced
      String why = directory.verdict().getName() + " cannot be read: " + Reasons.of(e);
      former = Optional.of(VerdictFile.of(Verdict.UNKNOWN, List.of(why), Map.of(), Map.of()));
    }
    return write(new TreeMap<>(), Optional.empty(), former);
  }

  /**
   * Goes on with one whose process died: a fault that was reported to it is not forgotten, and what
   * others have concluded meanwhile.
   *
   * @param what is not finished
   * @throws IOException if it cannot be written
   */
  public static PendingVerdict resume(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return changing(
        directory,
        () -> {
          PendingVerdict pending = new PendingVerdict(directory, clock, what, true, false);
          Optional<VerdictFile> there = VerdictFile.readFrom(directory);
          pending.failed = there.filter(VerdictFile::fails).isPresent();
          return pending.write(new TreeMap<>(), standing(there), replaced(there));
        });
  }

  /**
   * Begins one that is joined with what stands there; who else is at work stays so, since it is not
   * known who has died.
   *
   * @param what is not finished
   * @throws IOException if what stands there cannot be read, or this cannot be written
   */
  public static PendingVerdict join(RunDirectory directory, Clock clock, String what)
      throws IOException {
    return changing(
        directory,
        () -> new PendingVerdict(directory, clock, what, false, false).writeBesideOthers());
  }

  private static boolean isOf(String what, String key) {
    return VerdictFile.name(key).equals(what);
  }

  /** Whether a run is at work in a directory, or was when its process died. */
  public static boolean isRunAtWork(RunDirectory directory) throws IOException {
    return VerdictFile.readFrom(directory).stream()
        .flatMap(file -> file.atWork().keySet().stream())
        .anyMatch(each -> isOf(THE_RUN, each));
  }

  /** What was concluded by now; what one at work will replace is none of it. */
  private static Optional<VerdictFile> standing(Optional<VerdictFile> there) {
    return there.flatMap(file -> file.atWork().isEmpty() ? there : file.before());
  }

  private static Optional<VerdictFile> replaced(Optional<VerdictFile> there) {
    return there.flatMap(VerdictFile::replaced);
  }

  /** Who else is at work. */
  private SortedMap<String, Verdict> working(Optional<VerdictFile> there) {
    SortedMap<String, Verdict> others =
        new TreeMap<>(there.map(VerdictFile::atWork).orElse(new TreeMap<>()));
    others.remove(key);
    return others;
  }

  private PendingVerdict writeBesideOthers() throws IOException {
    Optional<VerdictFile> there = VerdictFile.readFrom(directory);
    return write(working(there), standing(there), replaced(there));
  }

  private PendingVerdict write(
      SortedMap<String, Verdict> others,
      Optional<VerdictFile> standing,
      Optional<VerdictFile> replaced)
      throws IOException {
    others.put(key, failed ? Verdict.FAIL : Verdict.UNKNOWN);
    written = VerdictFile.pending(others, standing, replaced).at(clock.instant());
    written.writeTo(directory);
    return this;
  }

  /**
   * Takes note of a fault: whatever happens from now on, the verdict is FAIL. A verification that
   * has begun since the last one learns of it.
   */
  public synchronized void found() {
    long now = System.nanoTime();
    if (concluded || (failed && now - reportedAt < EACH.toNanos())) {
      return;
    }
    failed = true;
    reportedAt = now;
    if (fence.filter(its -> !its.mayWrite()).isPresent()) {
      return; // the verdict says it, if it is this process's at all
    }
    try {
      Optional<VerdictFile> there = VerdictFile.readFrom(directory);
      if (there.filter(file -> file.atWork().get(key) == Verdict.FAIL).isEmpty()) {
        PendingVerdict unused = changing(directory, this::writeBesideOthers);
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
    if (!concluded && !failed) {
      concluded = changing(directory, this::withdrawn);
    }
  }

  private boolean withdrawn() throws IOException {
    Optional<VerdictFile> there = VerdictFile.readFrom(directory);
    if (there.equals(Optional.of(written)) && bytes.isPresent()) {
      directory.writeAtomically(directory.verdict(), bytes.get(), "the verdict");
    } else if (there.filter(file -> file.atWork().containsKey(key)).isPresent()) {
      Optional<VerdictFile> former = replaced(there);
      Optional<VerdictFile> rest =
          replaces
              ? rest(working(there), VerdictFile.worse(standing(there), former), Optional.empty())
              : rest(working(there), standing(there), former);
      if (rest.isPresent()) {
        rest.get().writeTo(directory);
      } else {
        boolean unused = directory.fileSystem().delete(directory.verdict(), false);
      }
    }
    return true;
  }

  /** What stands once this one is over: nothing is over while others are at work. */
  private Optional<VerdictFile> rest(
      SortedMap<String, Verdict> others,
      Optional<VerdictFile> standing,
      Optional<VerdictFile> replaced) {
    return others.isEmpty()
        ? standing
        : Optional.of(VerdictFile.pending(others, standing, replaced).at(clock.instant()));
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
   * @param end what was concluded; FAIL in any case if a fault was reported, and what it replaces
   *     if that is worse than its doubt
   * @return what was written: not finished, where others are at work
   * @throws IOException if it cannot be written, or is another process's; then {@code verdict.json}
   *     says what it said
   * @throws IllegalStateException if it was ended before
   */
  public VerdictFile conclude(VerdictFile end) throws IOException {
    boolean doubt = replaces && !alone && end.verdict() == Verdict.UNKNOWN;
    return conclude(
        before -> doubt ? VerdictFile.worse(Optional.of(end), before).orElseThrow() : end);
  }

  /**
   * Ends it.
   *
   * @param end what was concluded, by what it replaces, or else by what stands there: of before,
   *     and of others meanwhile
   * @throws IOException as {@link #conclude(VerdictFile)} does
   */
  public synchronized VerdictFile conclude(
      FailableFunction<Optional<VerdictFile>, VerdictFile, IOException> end) throws IOException {
    if (concluded) {
      throw new IllegalStateException("there is one verdict");
    }
    if (fence.isPresent()) { // that may take a while
      fence.get().concluding(last(end, VerdictFile.readFrom(directory)));
    }
    VerdictFile ended = changing(directory, () -> write(end));
    concluded = true;
    return ended;
  }

  /** What this one says in the end, by what stands there. */
  private VerdictFile last(
      FailableFunction<Optional<VerdictFile>, VerdictFile, IOException> end,
      Optional<VerdictFile> there)
      throws IOException {
    VerdictFile last = end.apply(replaces ? replaced(there) : standing(there)).at(clock.instant());
    last = failed && !last.fails() ? last.and(Verdict.FAIL, "a fault was found") : last;
    return withFailure(last, standing(there), alone ? working(there) : Map.of());
  }

  /** Writes the same, while those stay at work who are. */
  private VerdictFile write(FailableFunction<Optional<VerdictFile>, VerdictFile, IOException> end)
      throws IOException {
    Optional<VerdictFile> there = VerdictFile.readFrom(directory);
    VerdictFile last = last(end, there);
    SortedMap<String, Verdict> others = alone ? new TreeMap<>() : working(there);
    if (last.verdict() == Verdict.UNKNOWN) { // and so of those of its name that were killed
      String own = VerdictFile.name(key);
      others.keySet().removeIf(its -> isOf(own, its) && others.get(its) != Verdict.FAIL);
    }
    Optional<VerdictFile> former = replaces ? Optional.empty() : replaced(there);
    last = rest(others, Optional.of(last), former).orElseThrow();
    last.writeTo(directory);
    return last;
  }

  /**
   * Publishes what the process of a run has concluded that died before it could; what others have
   * found meanwhile stays.
   *
   * @return false if it could, and something has followed perhaps
   * @throws IOException if it cannot be written
   */
  public static boolean publish(RunDirectory directory, VerdictFile concluded) throws IOException {
    return changing(
        directory,
        () -> {
          Optional<VerdictFile> there = VerdictFile.readFrom(directory);
          if (there.filter(file -> !file.unfinished()).isPresent()) {
            return false;
          }
          SortedMap<String, Verdict> others =
              there.map(VerdictFile::atWork).orElse(new TreeMap<>());
          others.keySet().removeIf(each -> isOf(THE_RUN, each));
          withFailure(concluded, standing(there), others).writeTo(directory);
          return true;
        });
  }

  /** A verdict with the failure that others have found, who will not be named any more. */
  private static VerdictFile withFailure(
      VerdictFile end, Optional<VerdictFile> standing, Map<String, Verdict> others) {
    return standing
        .filter(VerdictFile::fails)
        .map(VerdictFile::beforeIt)
        .or(
            () ->
                others.entrySet().stream()
                    .filter(each -> each.getValue() == Verdict.FAIL)
                    .map(
                        each ->
                            "found by "
                                + VerdictFile.name(each.getKey())
                                + ", which is not finished")
                    .findFirst())
        .map(why -> end.and(Verdict.FAIL, why))
        .orElse(end);
  }
}
