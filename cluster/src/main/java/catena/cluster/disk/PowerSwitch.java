package catena.cluster.disk;

import catena.cluster.spec.ClusterException;
import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Takes the power from processes and file systems at the same moment: one call of the system after
 * the other, with nothing in between.
 *
 * <p>A file system is shut down without its journal being flushed ({@code FS_IOC_SHUTDOWN}). From
 * then on nothing of it reaches the disk, each access fails, and what the kernel's cache holds of it
 * is dropped when it is unmounted. What was synced before is on the disk, and what the kernel had
 * written out by itself may be.
 *
 * <p>Processes come first: one that was killed can neither answer a client nor see its disk fail.
 */
final class PowerSwitch {
  private static final int KILL = 9;
  private static final int READ_ONLY = 0;

  /** {@code FS_IOC_SHUTDOWN} of linux/fs.h, {@code _IOR('X', 125, __u32)}. */
  private static final long SHUTDOWN = 0x8004587DL;

  /** {@code FS_SHUTDOWN_FLAGS_NOLOGFLUSH}: the journal is not flushed. */
  private static final int NO_LOG_FLUSH = 2;

  /** The system's calls; a failure is thrown with what the system says. */
  private interface Calls extends Library {
    int open(String path, int flags) throws LastErrorException;

    int close(int file) throws LastErrorException;

    int kill(int pid, int signal) throws LastErrorException;

    int ioctl(int file, NativeLong request, Object... arguments) throws LastErrorException;
  }

  private final Calls calls;

  private PowerSwitch(Calls calls) {
    this.calls = calls;
  }

  /**
   * The switch of this system.
   *
   * @throws ClusterException if its calls cannot be reached
   */
  static PowerSwitch ready() throws ClusterException {
    try {
      return new PowerSwitch(Native.load("c", Calls.class));
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new ClusterException("the system's library cannot be called: " + e, e);
    }
  }

  /**
   * Kills processes and shuts file systems down.
   *
   * @param pids of processes that live; one that has ended by now is no failure
   * @param mounts where the file systems are mounted
   * @throws IOException if a file system could not be shut down; the others are
   */
  void off(Collection<Long> pids, Collection<Path> mounts) throws IOException {
    List<Integer> open = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    try {
      for (Path mount : mounts) {
        try {
          open.add(calls.open(mount.toString(), READ_ONLY));
        } catch (LastErrorException e) {
          failures.add(mount + ": " + e.getMessage());
        }
      }
      NativeLong request = new NativeLong(SHUTDOWN);
      IntByReference how = new IntByReference(NO_LOG_FLUSH);
      pids.forEach(this::kill);
      for (int file : open) {
        try {
          calls.ioctl(file, request, how);
        } catch (LastErrorException e) {
          failures.add(e.getMessage());
        }
      }
    } finally {
      open.forEach(calls::close);
    }
    if (!failures.isEmpty()) {
      throw new ClusterException(
          "the file systems of disks could not be shut down: " + String.join("; ", failures));
    }
  }

  private void kill(long pid) {
    try {
      calls.kill((int) pid, KILL);
    } catch (LastErrorException e) {
      // It has ended by itself; whether it is gone is looked at afterwards.
    }
  }
}
