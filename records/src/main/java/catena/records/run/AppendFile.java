// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import catena.records.words.Amounts;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.ipc.RemoteException;

/**
 * A file that only grows, and whose {@link #sync} reaches the disk; not safe for two threads.
 *
 * <p>On HDFS a file has one writer at a time, which holds a lease on it. The lease of a process
 * that was killed lasts for a minute or more, and no process can distinguish it from that of a live
 * one. A caller that knows otherwise that the other is gone, such as the holder of a writer's
 * number, takes its file over ({@link #open}), which ends whatever the other might still write. All
 * others leave the file alone ({@link #openUnlessHeld}).
 */
public final class AppendFile implements Closeable {
  /** Not all of them are in the client's library. */
  private static final Set<String> HELD =
      Set.of(
          AlreadyBeingCreatedException.class.getName(),
          "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException");

  private static final Duration LEASE_POLL = Duration.ofMillis(500);

  private final Path path;
  private final OutputStream out;

  /** Both push bytes further than the process. */
  private final FailableRunnable<IOException> flush;

  private final FailableRunnable<IOException> sync;
  private final boolean local;

  /**
   * Whether what is synced is safe: not in a directory of HDFS with erasure coding, and not in a
   * store of objects, where {@link #sync} does nothing or fails.
   */
  private final boolean canSync;

  private AppendFile(
      Path path,
      OutputStream out,
      FailableRunnable<IOException> flush,
      FailableRunnable<IOException> sync,
      boolean local,
      boolean canSync) {
    this.path = path;
    this.out = out;
    this.flush = flush;
    this.sync = sync;
    this.local = local;
    this.canSync = canSync;
  }

  private static AppendFile remote(
      Path path, FSDataOutputStream stream, FailableRunnable<IOException> sync) {
    return new AppendFile(
        path,
        new BufferedOutputStream(stream),
        stream::hflush,
        sync,
        false,
        stream.hasCapability(StreamCapabilities.HSYNC));
  }

  /**
   * Opens a file at its end, creates it (and its directory) when it is missing. On HDFS the file is
   * taken from any process that holds it, so only a caller that knows that none writes it may ask.
   *
   * @param leaseLimit how long to wait for HDFS to take the file from a writer that died
   * @throws IOException if it cannot be opened, or the lease was not free within the limit
   */
  public static AppendFile open(FileSystem fs, Path path, Duration leaseLimit) throws IOException {
    if (fs instanceof LeaseRecoverable && fs.exists(path)) {
      recoverLease(fs, path, leaseLimit);
    }
    return open(fs, path);
  }

  private static AppendFile open(FileSystem fs, Path path) throws IOException {
    if (fs instanceof RawLocalFileSystem local) {
      return openLocal(path, local.pathToFile(path).toPath());
    }
    if (!fs.exists(path)) {
      return created(path, fs.create(path, false));
    }
    FSDataOutputStream appending = fs.append(path);
    return remote(path, appending, firstTelling(appending));
  }

  /**
   * Opens a file of lines at its end, creates it (and its directory) when it is missing. A last
   * line that a dead writer did not finish is ended, so that what follows is a separate line.
   *
   * @return empty if another process holds it, or was killed so recently that HDFS cannot know
   */
  public static Optional<AppendFile> openUnlessHeld(FileSystem fs, Path path) throws IOException {
    try {
      AppendFile file = open(fs, path);
      try {
        file.endTornLine(fs);
        return Optional.of(file);
      } catch (IOException | RuntimeException e) {
        file.abort(e);
        throw e;
      }
    } catch (IOException e) {
      if (isHeld(e) || isThere(fs, path, e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static AppendFile created(Path path, FSDataOutputStream stream) {
    return remote(path, stream, stream::hsync);
  }

  /** To be called by its writer: no other process may change it meanwhile. */
  private void endTornLine(FileSystem fs) throws IOException {
    long length = fs.getFileStatus(path).getLen();
    if (length == 0) {
      return;
    }
    try (FSDataInputStream in = fs.open(path)) {
      in.seek(length - 1);
      if (in.read() != '\n') {
        line("");
      }
    }
  }

  /** Whether HDFS refused because a client holds the file's lease, or it is being taken away. */
  private static boolean isHeld(IOException e) {
    return e instanceof RemoteException remote && HELD.contains(remote.getClassName());
  }

  /**
   * Whether it is the file itself that was there, and not another one in the place of a directory.
   */
  private static boolean isThere(FileSystem fs, Path path, IOException e) throws IOException {
    return (e instanceof FileAlreadyExistsException
            || e instanceof org.apache.hadoop.fs.FileAlreadyExistsException)
        && (fs.exists(path)
            || (fs.exists(path.getParent()) && fs.getFileStatus(path.getParent()).isDirectory()));
  }

  /**
   * A sync; the first reports the file's length to the NameNode: a process that lists the directory
   * sees that a file that had been closed goes on.
   */
  private static FailableRunnable<IOException> firstTelling(FSDataOutputStream stream) {
    boolean[] reported = {false};
    return () -> {
      if (stream instanceof HdfsDataOutputStream hdfs && !reported[0]) {
        reported[0] = true;
        hdfs.hsync(EnumSet.of(HdfsDataOutputStream.SyncFlag.UPDATE_LENGTH));
      } else {
        stream.hsync();
      }
    };
  }

  /**
   * Creates a file, and its directory when it is missing.
   *
   * @return empty if there is one already, no matter who made it and when
   */
  public static Optional<AppendFile> create(FileSystem fs, Path path) throws IOException {
    return create(fs, path, Optional.empty());
  }

  /** The same with permissions, as POSIX names them: {@code rw-------}. */
  static Optional<AppendFile> create(FileSystem fs, Path path, Optional<String> permissions)
      throws IOException {
    try {
      if (fs instanceof RawLocalFileSystem local) {
        java.nio.file.Path file = local.pathToFile(path).toPath();
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.createFile(file, attributes(file, permissions));
        return Optional.of(openLocal(path, file));
      }
      return Optional.of(
          created(
              path,
              permissions.isPresent()
                  ? FileSystem.create(fs, path, FsPermission.valueOf("-" + permissions.get()))
                  : fs.create(path, false)));
    } catch (IOException e) {
      if (isThere(fs, path, e)
          || isHeld(e)) { // HDFS says the latter of one that a dead process had open
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Makes a directory unless it is there; of several processes that do so at once, one does. */
  static boolean makesDirectory(FileSystem fs, Path directory) throws IOException {
    Path claim = new Path(directory.getParent(), "." + directory.getName()); // mkdirs tells nothing
    Optional<AppendFile> claimed = create(fs, claim);
    if (claimed.isEmpty()) {
      return false;
    }
    try {
      claimed.get().close();
      return !fs.exists(directory) && fs.mkdirs(directory);
    } finally {
      fs.delete(claim, false);
    }
  }

  private static FileAttribute<?>[] attributes(
      java.nio.file.Path file, Optional<String> permissions) {
    return permissions
        .filter(any -> file.getFileSystem().supportedFileAttributeViews().contains("posix"))
        .map(PosixFilePermissions::fromString)
        .map(PosixFilePermissions::asFileAttribute)
        .stream()
        .toArray(FileAttribute<?>[]::new);
  }

  private static AppendFile openLocal(Path path, java.nio.file.Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    // No channel: an interrupt of a client that writes to it would close the file for all.
    FileOutputStream stream = new FileOutputStream(file.toFile(), true);
    OutputStream buffer = new BufferedOutputStream(stream);
    return new AppendFile(path, buffer, () -> {}, stream.getFD()::sync, true, true);
  }

  /**
   * Whether HDFS holds a file open for its last writer. If that is dead, and a DataNode has
   * restarted since, the end of such a file cannot be read.
   */
  public static boolean isLeased(FileSystem fs, Path path) throws IOException {
    return fs instanceof LeaseRecoverable leases && !leases.isFileClosed(path);
  }

  /**
   * Takes a file of HDFS from any process that holds it, so that all that was synced can be read;
   * for a caller that knows that no process writes it.
   *
   * @param limit how long to wait for HDFS
   * @throws IOException if it is not free within the limit
   */
  public static void recoverLease(FileSystem fs, Path path, Duration limit) throws IOException {
    if (!(fs instanceof LeaseRecoverable leases)) {
      return;
    }
    long deadline = System.nanoTime() + limit.toNanos();
    while (!leases.recoverLease(path)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(
            path
                + " is still leased to the process that wrote it last, after "
                + Amounts.span(limit)
                + ": end that process, or try again when HDFS has all of its DataNodes");
      }
      try {
        Thread.sleep(LEASE_POLL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for the lease of " + path);
      }
    }
  }

  /** Where the file is. */
  public Path path() {
    return path;
  }

  /** Adds text and a line end; it may stay in this process's memory until the next flush. */
  public void line(String text) throws IOException {
    write((text + '\n').getBytes(StandardCharsets.UTF_8)); // in one: others may append, too
  }

  /** Adds bytes; they may stay in this process's memory until the next flush. */
  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** The file as a stream, which makes visible what it is given when it is flushed. */
  public OutputStream stream() {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
      }

      @Override
      public void flush() throws IOException {
        AppendFile.this.flush();
      }

      @Override
      public void close() throws IOException {
        AppendFile.this.close();
      }
    };
  }

  /** Makes what was added visible to readers and safe from the death of this process. */
  public void flush() throws IOException {
    out.flush();
    flush.run();
  }

  /** As {@link #flush} where that costs no round trip to another host; else does nothing. */
  public void flushIfCheap() throws IOException {
    if (local) {
      out.flush();
    }
  }

  /** Makes what was added safe from the death of the machine. */
  public void sync() throws IOException {
    out.flush();
    sync.run();
  }

  /** Closes after a failure, to which a failure of closing is only an addition. */
  public void abort(Exception failure) {
    try {
      out.close();
    } catch (IOException e) {
      if (e != failure) { // a broken stream of HDFS throws one and the same exception again
        failure.addSuppressed(e);
      }
    }
  }

  /** Syncs and closes. */
  @Override
  public void close() throws IOException {
    try {
      sync();
    } catch (IOException | RuntimeException e) {
      abort(e);
      throw e;
    }
    out.close();
  }

  /**
   * Finds what would be wrong with a ledger in a directory.
   *
   * @throws IOException if anything is
   */
  static void probe(FileSystem fs, Path directory) throws IOException {
    Path probe = new Path(directory, ".probe-" + UUID.randomUUID());
    try (AppendFile file = open(fs, probe, Duration.ZERO)) {
      // A full disk still takes empty files.
      file.write(new byte[8192]);
      file.sync();
      if (!file.canSync) {
        throw new IOException(
            "this file system does not keep what is synced, as HDFS does not in a directory with"
                + " erasure coding (hdfs ec -getPolicy): a ledger would lose what it promised");
      }
    } finally {
      fs.delete(probe, false);
    }
  }
}
