// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import com.google.common.io.Closer;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Says that this process, and no other, writes a file of a run; until it is closed, or the process
 * ends in whatever way.
 *
 * <p>A lock of the operating system on a hidden file next to it: one on the file itself would be
 * lost when any code of the process reads the file and closes it. On other file systems only a
 * change is claimed here, by the hidden file itself: HDFS has its own leases.
 */
public final class Claim implements Closeable {
  /** How long a process is waited for that changes a file: most take some milliseconds. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration POLL = Duration.ofMillis(20);
  private static final Logger LOG = LogManager.getLogger(Claim.class);

  /** What this process has claimed: to open such a file again, and close it, ends the lock. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Closer held = Closer.create();

  private Claim() {}

  /**
   * Claims a file.
   *
   * @return empty if another one has claimed it
   * @throws IOException if the hidden file cannot be made
   */
  public static Optional<Claim> of(RunDirectory run, org.apache.hadoop.fs.Path file)
      throws IOException {
    if (run.local().isEmpty()) {
      return Optional.of(new Claim());
    }
    return of(run.local().get().resolve(run.nameOf(RunDirectory.claim(file))), false);
  }

  /**
   * Claims what one process of this host does for a run whose files have no claims; where they
   * have, in a local directory, each claims its own, and nothing more is needed. The hidden file is
   * removed when the claim is closed; that of a process that was killed stays.
   *
   * @param place a directory that the processes of a user on this host have in common
   * @param what it is, as a part of a file's name
   * @return empty if another one has claimed it
   * @throws IOException if the hidden file cannot be made
   */
  public static Optional<Claim> ofHost(RunDirectory run, Path place, String what)
      throws IOException {
    if (run.local().isPresent()) {
      return Optional.of(new Claim());
    }
    UUID id = UUID.nameUUIDFromBytes(run.root().toString().getBytes(StandardCharsets.UTF_8));
    return of(
        place.resolve(
            ".catena-%s-%s-%s.claim".formatted(System.getProperty("user.name"), id, what)),
        true);
  }

  /**
   * Reads, changes and replaces a file while no other process does so, on any file system; one that
   * was killed, or stands still, is waited for no longer than {@link #PATIENCE}.
   *
   * @throws IOException if nothing can be claimed, or what the change throws
   */
  public static <T> T changing(
      RunDirectory run, org.apache.hadoop.fs.Path file, FailableSupplier<T, IOException> change)
      throws IOException {
    org.apache.hadoop.fs.Path lock = RunDirectory.claim(file);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean interrupted = Thread.interrupted(); // that would close the lock's channel
    Optional<Claim> claim;
    try {
      claim = ofChange(run, lock);
      long first = claim.isEmpty() ? madeAt(run, lock) : 0;
      while (claim.isEmpty() && System.nanoTime() - deadline < 0) {
        Uninterruptibles.sleepUninterruptibly(POLL);
        claim = ofChange(run, lock);
      }
      if (claim.isEmpty() && run.local().isEmpty() && madeAt(run, lock) == first) {
        boolean unused = run.fileSystem().delete(lock, false); // of a process that was killed
        claim = ofChange(run, lock);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      return change.get();
    } finally {
      claim.ifPresent(Claim::release);
    }
  }

  private static long madeAt(RunDirectory run, org.apache.hadoop.fs.Path lock) throws IOException {
    try {
      return run.fileSystem().getFileStatus(lock).getModificationTime();
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  private static Optional<Claim> ofChange(RunDirectory run, org.apache.hadoop.fs.Path lock)
      throws IOException {
    if (run.local().isPresent()) {
      try {
        return of(run.local().get().resolve(run.nameOf(lock)), true);
      } catch (AccessDeniedException e) {
        if (!run.fileSystem().exists(lock)) {
          throw e;
        }
        return Optional.empty(); // another user's
      }
    }
    Optional<AppendFile> made = AppendFile.create(run.fileSystem(), lock);
    if (made.isEmpty()) {
      return Optional.empty();
    }
    Claim claim = new Claim();
    claim.held.register(() -> run.fileSystem().delete(lock, false));
    try {
      made.get().close();
    } catch (IOException e) {
      claim.release();
      throw e;
    }
    return Optional.of(claim);
  }

  /** What was done stays so where this fails: then others wait for a while. */
  private void release() {
    try {
      close();
    } catch (IOException e) {
      LOG.warn("a claim could not be removed", e);
    }
  }

  private static Optional<Claim> of(Path lock, boolean passes) throws IOException {
    Files.createDirectories(lock.getParent());
    Path name = lock.getParent().toRealPath().resolve(lock.getFileName());
    if (!OWN.add(name)) {
      return Optional.empty();
    }
    Claim claim = new Claim();
    claim.held.register(() -> OWN.remove(name));
    boolean taken = false;
    boolean removed = false;
    try {
      FileChannel channel =
          claim.held.register(
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
      try {
        boolean locked = channel.tryLock() != null;
        removed = locked && passes && !isThere(channel, lock); // by the one before
        taken = locked && !removed;
        if (taken && passes) { // a file of a run stays, and goes with the run
          claim.held.register(() -> Files.deleteIfExists(lock));
        }
      } catch (OverlappingFileLockException e) {
        // by another class loader of this process
      } catch (IOException e) { // a file system without locks: it is not known
        taken = true;
      }
    } finally {
      if (!taken) {
        claim.close();
      }
    }
    if (removed) {
      return of(lock, true);
    }
    return taken ? Optional.of(claim) : Optional.empty();
  }

  /**
   * Whether what was locked is still the file of that name. That is seen by its size: who opens it
   * once more, and closes it, has lost the lock.
   */
  private static boolean isThere(FileChannel locked, Path lock) throws IOException {
    int mark = 1 + (UUID.randomUUID().hashCode() & 0xfffff);
    locked.truncate(0);
    int unused = locked.write(ByteBuffer.allocate(1), mark - 1L);
    try {
      return Files.size(lock) == mark;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    held.close();
  }
}
