package catena.harness.run;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.ipc.RemoteException;

/** A file that only grows, and whose {@link #sync} reaches the disk; not safe for two threads. */
public final class AppendFile implements Closeable {
  /** Pushes bytes further than the process. */
  @FunctionalInterface
  private interface Push {
    void run() throws IOException;
  }

  /**
   * What HDFS answers to whoever creates a file that somebody else is writing or that is being
   * taken from him ({@code FSNamesystem.recoverLeaseInternal}); its client hands both on as they
   * came.
   */
  private static final Set<String> HELD =
      Set.of(
          AlreadyBeingCreatedException.class.getName(),
          "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException");

  private static final Duration LEASE_POLL = Duration.ofMillis(500);

  private final Path path;
  private final OutputStream out;
  private final Push flush;
  private final Push sync;
  private final boolean local;

  private AppendFile(Path path, OutputStream out, Push flush, Push sync, boolean local) {
    this.path = path;
    this.out = out;
    this.flush = flush;
    this.sync = sync;
    this.local = local;
  }

  /**
   * Opens a file at its end, creates it (and its directory) when it is missing.
   *
   * @param leaseLimit how long to wait for HDFS to take the file from a writer that died
   * @throws IOException if it cannot be opened, or the lease was not free within the limit
   */
  public static AppendFile open(FileSystem fs, Path path, Duration leaseLimit) throws IOException {
    if (fs instanceof RawLocalFileSystem local) {
      return openLocal(path, local.pathToFile(path).toPath(), StandardOpenOption.CREATE);
    }
    if (!fs.exists(path)) {
      FSDataOutputStream stream = fs.create(path, false);
      return new AppendFile(
          path, new BufferedOutputStream(stream), stream::hflush, stream::hsync, false);
    }
    recoverLease(fs, path, leaseLimit);
    FSDataOutputStream stream = fs.append(path);
    return new AppendFile(
        path, new BufferedOutputStream(stream), stream::hflush, firstTelling(stream), false);
  }

  /**
   * A sync, of which the first tells the NameNode how long the file is: whoever lists the directory
   * sees that a file that had been closed goes on.
   */
  private static Push firstTelling(FSDataOutputStream stream) {
    boolean[] told = {false};
    return () -> {
      if (stream instanceof HdfsDataOutputStream hdfs && !told[0]) {
        told[0] = true;
        hdfs.hsync(EnumSet.of(HdfsDataOutputStream.SyncFlag.UPDATE_LENGTH));
      } else {
        stream.hsync();
      }
    };
  }

  /**
   * Creates a file, and its directory when it is missing.
   *
   * @return empty if there is one already, whoever made it and when
   */
  public static Optional<AppendFile> create(FileSystem fs, Path path) throws IOException {
    try {
      if (fs instanceof RawLocalFileSystem local) {
        return Optional.of(
            openLocal(path, local.pathToFile(path).toPath(), StandardOpenOption.CREATE_NEW));
      }
      FSDataOutputStream stream = fs.create(path, false);
      return Optional.of(
          new AppendFile(
              path, new BufferedOutputStream(stream), stream::hflush, stream::hsync, false));
    } catch (FileAlreadyExistsException | org.apache.hadoop.fs.FileAlreadyExistsException e) {
      return Optional.empty();
    } catch (RemoteException e) {
      if (HELD.contains(e.getClassName())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static AppendFile openLocal(
      Path path, java.nio.file.Path file, StandardOpenOption creation) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    FileChannel channel = FileChannel.open(file, creation, StandardOpenOption.APPEND);
    BufferedOutputStream buffer = new BufferedOutputStream(Channels.newOutputStream(channel));
    return new AppendFile(path, buffer, () -> {}, () -> channel.force(false), true);
  }

  private static void recoverLease(FileSystem fs, Path path, Duration limit) throws IOException {
    if (!(fs instanceof LeaseRecoverable leases)) {
      return;
    }
    long deadline = System.nanoTime() + limit.toNanos();
    while (!leases.recoverLease(path)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(path + " is still leased to another writer after " + limit);
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
    write(text.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  /** Adds bytes; they may stay in this process's memory until the next flush. */
  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** The file as a stream, which makes visible what it is given when it is flushed. */
  public OutputStream stream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        out.write(b);
      }

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
      failure.addSuppressed(e);
    }
  }

  /** Syncs and closes. */
  @Override
  public void close() throws IOException {
    try (out) {
      sync();
    }
  }
}
