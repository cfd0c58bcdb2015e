// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.Limit;
import catena.harness.instance.BlockingSupplier;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets one process at a time start and stop the servers of a cluster. */
public final class ClusterLock {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(100);

  /** Opened by one thread each: whichever closes a file, the process loses the lock of it. */
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private ClusterLock() {}

  /** What is done while the lock is held, without a result. */
  public interface Action {
    void perform() throws IOException, InterruptedException;
  }

  /** Runs some work once no other process holds the lock, and not later than a start takes. */
  public static <T> T holding(ClusterFiles files, BlockingSupplier<T> work)
      throws IOException, InterruptedException {
    boolean mine = new Limit(LIMIT).await(POLL, () -> OPEN.add(files.lock()));
    try (FileChannel channel = mine ? FileChannel.open(files.lock(), CREATE, WRITE) : null) {
      if (!mine || !new Limit(LIMIT).await(POLL, () -> taken(channel))) {
        throw new ClusterException(
            "another process has been starting or stopping servers in %s for %d s"
                .formatted(files.root(), LIMIT.toSeconds()));
      }
      return work.get();
    } finally {
      if (mine) {
        OPEN.remove(files.lock());
      }
    }
  }

  /** The same for an action without a result. */
  public static void holding(ClusterFiles files, Action action)
      throws IOException, InterruptedException {
    BlockingSupplier<Boolean> work =
        () -> {
          action.perform();
          return true;
        };
    holding(files, work);
  }

  /** Takes the lock of a file, until the channel is closed, unless anybody holds it. */
  public static boolean taken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // Another thread of this process holds it.
    }
  }
}
