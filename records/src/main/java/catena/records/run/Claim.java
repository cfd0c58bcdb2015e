// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import com.google.common.io.Closer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * Says that this process, and no other, writes a file of a run; until it is closed, or the process
 * ends in whatever way.
 *
 * <p>A lock of the operating system on a hidden file next to it: one on the file itself would be
 * lost when any code of the process reads the file and closes it. On other file systems nothing is
 * claimed here: HDFS has its own leases.
 */
public final class Claim implements Closeable {
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

  private static Optional<Claim> of(Path lock, boolean passes) throws IOException {
    Files.createDirectories(lock.getParent());
    Claim claim = new Claim();
    FileChannel channel =
        claim.held.register(
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    try {
      FileLock locked = channel.tryLock();
      if (locked != null && (!passes || isThere(channel, lock))) {
        if (passes) { // a file of a run stays, and goes with the run
          claim.held.register(() -> Files.deleteIfExists(lock));
        }
        return Optional.of(claim);
      } else if (locked != null) { // the one before has removed it meanwhile
        channel.close();
        return of(lock, true);
      }
    } catch (OverlappingFileLockException e) {
      // by this process
    } catch (IOException e) { // a file system without locks: it is not known
      return Optional.of(claim);
    }
    channel.close();
    return Optional.empty();
  }

  /** Whether what was locked is still the file of that name. */
  private static boolean isThere(FileChannel locked, Path lock) throws IOException {
    byte[] mark = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
    locked.truncate(0);
    locked.write(ByteBuffer.wrap(mark), 0);
    try {
      return Arrays.equals(Files.readAllBytes(lock), mark);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    held.close();
  }
}
