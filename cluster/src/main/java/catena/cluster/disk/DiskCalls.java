// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import catena.cluster.spec.ClusterException;
import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Takes the power from file systems, and their files out of memory, by calls of the system.
 *
 * <p>A file system is shut down without its journal being flushed ({@code FS_IOC_SHUTDOWN}). From
 * then on nothing of it reaches the disk, each access fails, and what the kernel's cache holds of
 * it is dropped when it is unmounted. What was synced before is on the disk, and what the kernel
 * had written out by itself may be.
 */
final class DiskCalls {
  private static final int READ_ONLY = 0;

  /** {@code FS_IOC_SHUTDOWN} of linux/fs.h, {@code _IOR('X', 125, __u32)}. */
  private static final long SHUTDOWN = 0x8004587DL;

  /** {@code FS_SHUTDOWN_FLAGS_NOLOGFLUSH}: the journal is not flushed. */
  private static final int NO_LOG_FLUSH = 2;

  /** {@code POSIX_FADV_DONTNEED} of linux/fadvise.h. */
  private static final int NOT_NEEDED = 4;

  /** {@code ENOENT}: there is no such file. */
  private static final int NONE = 2;

  /** The system's calls; a failure is thrown with the system's message. */
  private interface Calls extends Library {
    int open(String path, int flags) throws LastErrorException;

    int close(int file) throws LastErrorException;

    int ioctl(int file, NativeLong request, Object... arguments) throws LastErrorException;

    /** Returns an error's number. */
    @SuppressWarnings("MemberName") // it is the system's
    int posix_fadvise(int file, NativeLong offset, NativeLong length, int advice);
  }

  private final Calls calls;

  private DiskCalls(Calls calls) {
    this.calls = calls;
  }

  /**
   * The calls of this system.
   *
   * @throws ClusterException if its calls cannot be reached
   */
  static DiskCalls ready() throws ClusterException {
    try {
      return new DiskCalls(Native.load("c", Calls.class));
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new ClusterException("the system's library cannot be called: " + e, e);
    }
  }

  /**
   * Shuts file systems down.
   *
   * @param mounts where they are mounted
   * @throws ClusterException if one could not be shut down; the others are
   */
  void off(Collection<Path> mounts) throws ClusterException {
    List<String> failures = new ArrayList<>();
    for (Path mount : mounts) {
      try {
        off(mount);
      } catch (LastErrorException e) {
        failures.add(mount + ": " + e.getMessage());
      }
    }
    if (!failures.isEmpty()) {
      throw new ClusterException(
          "the file systems of disks could not be shut down: " + String.join("; ", failures));
    }
  }

  private void off(Path mount) throws LastErrorException {
    int file = calls.open(mount.toString(), READ_ONLY);
    try {
      calls.ioctl(file, new NativeLong(SHUTDOWN), new IntByReference(NO_LOG_FLUSH));
    } finally {
      calls.close(file);
    }
  }

  /**
   * Drops what the kernel keeps in memory of the files below a directory, as far as it was synced.
   *
   * @throws ClusterException if that cannot be done with one of them; one that is gone meanwhile is
   *     in no memory
   */
  void forget(Path directory) throws ClusterException {
    try {
      Files.walkFileTree(directory.toRealPath(), new Forgetting());
    } catch (IOException | LastErrorException e) {
      throw new ClusterException(
          "the files below %s cannot be dropped from memory: %s".formatted(directory, e), e);
    }
  }

  /** Goes through directories in which a server may create and delete at the same time. */
  private final class Forgetting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
      if (is.isRegularFile()) {
        forgetFile(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      return ifGone(e);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path of, IOException e) throws IOException {
      return ifGone(e);
    }

    private static FileVisitResult ifGone(IOException e) throws IOException {
      if (e != null && !(e instanceof NoSuchFileException)) {
        throw e;
      }
      return FileVisitResult.CONTINUE;
    }
  }

  private void forgetFile(Path path) {
    try {
      int file = calls.open(path.toString(), READ_ONLY);
      int error = calls.posix_fadvise(file, new NativeLong(0), new NativeLong(0), NOT_NEEDED);
      calls.close(file);
      if (error != 0) {
        throw new LastErrorException(error);
      }
    } catch (LastErrorException e) {
      if (e.getErrorCode() != NONE) {
        throw e;
      }
    }
  }
}
