// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

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
  private final Optional<FileChannel> channel;

  /** The file, where it is to go with the claim; a file of a run stays, and goes with the run. */
  private final Optional<Path> passing;

  private Claim(Optional<FileChannel> channel, Optional<Path> passing) {
    this.channel = channel;
    this.passing = passing;
  }

  /**
   * Claims a file.
   *
   * @return empty if another one has claimed it
   * @throws IOException if the hidden file cannot be made
   */
  public static Optional<Claim> of(RunDirectory run, org.apache.hadoop.fs.Path file)
      throws IOException {
    if (run.local().isEmpty()) {
      return Optional.of(new Claim(Optional.empty(), Optional.empty()));
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
      return Optional.of(new Claim(Optional.empty(), Optional.empty()));
    }
    UUID id = UUID.nameUUIDFromBytes(run.root().toString().getBytes(StandardCharsets.UTF_8));
    return of(
        place.resolve(
            ".catena-%s-%s-%s.claim".formatted(System.getProperty("user.name"), id, what)),
        true);
  }

  private static Optional<Claim> of(Path lock, boolean passes) throws IOException {
    Files.createDirectories(lock.getParent());
    Optional<Path> passing = Optional.of(lock).filter(any -> passes);
    FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = channel.tryLock();
      if (held != null && (!passes || isThere(channel, lock))) {
        return Optional.of(new Claim(Optional.of(channel), passing));
      } else if (held != null) { // the one before has removed it meanwhile
        channel.close();
        return of(lock, true);
      }
    } catch (OverlappingFileLockException e) {
      // by this process
    } catch (IOException e) { // a file system without locks: it is not known
      return Optional.of(new Claim(Optional.of(channel), Optional.empty()));
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
    if (passing.isPresent()) {
      boolean unused = Files.deleteIfExists(passing.get());
    }
    if (channel.isPresent()) {
      channel.get().close();
    }
  }
}
