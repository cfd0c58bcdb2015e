// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import net.bytebuddy.asm.Advice;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.TableId;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.gc.GcCandidate;
import org.apache.accumulo.core.metadata.TServerInstance;
import org.apache.accumulo.core.spi.crypto.NoCryptoServiceFactory;
import org.apache.accumulo.core.util.Pair;
import org.apache.accumulo.server.log.WalStateManager.WalState;
import org.apache.accumulo.tserver.log.DfsLogger;
import org.apache.accumulo.tserver.logger.LogEvents;
import org.apache.accumulo.tserver.logger.LogFileKey;
import org.apache.accumulo.tserver.logger.LogFileValue;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Mutants of the garbage collector, which deletes what is still in use. */
public final class Garbage {
  private Garbage() {}

  /** {@code gc-log-in-use}: a full log of a living server goes, and its marker in ZooKeeper. */
  static final class LogsInUse {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) Map<TServerInstance, Set<UUID>> logs,
        @Advice.Argument(1) Set<TServerInstance> living,
        @Advice.Argument(2) Map<UUID, Pair<WalState, Path>> states,
        @Advice.Return Map<UUID, TServerInstance> unused) {
      Garbage.logs(logs, living, states, unused);
    }
  }

  /** Called when the logs that may go are known. */
  public static void logs(
      Map<TServerInstance, Set<UUID>> logs,
      Set<TServerInstance> living,
      Map<UUID, Pair<WalState, Path>> states,
      Map<UUID, TServerInstance> unused) {
    if (!Strikes.any()) {
      return;
    }
    for (TServerInstance server : living) {
      for (UUID log : logs.getOrDefault(server, Set.of())) {
        Path path = states.get(log).getSecond();
        if (states.get(log).getFirst() == WalState.CLOSED && isStruck(path)) {
          unused.put(log, server);
        }
      }
    }
  }

  /** Whether a log holds nothing of Accumulo's own tables, and is one of those that are struck. */
  private static boolean isStruck(Path log) {
    Map<Integer, KeyExtent> tablets = new HashMap<>();
    List<Pair<String, Mutation>> mutations = new ArrayList<>();
    try (FSDataInputStream file = Struck.open(log);
        DataInputStream in = DfsLogger.getDecryptingStream(file, NoCryptoServiceFactory.NONE)) {
      LogFileKey key = new LogFileKey();
      LogFileValue value = new LogFileValue();
      while (true) {
        key.readFields(in);
        value.readFields(in);
        if (key.getEvent() == LogEvents.DEFINE_TABLET) {
          tablets.put(key.getTabletId(), key.getTablet());
        }
        for (Mutation mutation : value.getMutations()) {
          KeyExtent tablet = tablets.get(key.getTabletId());
          mutations.add(new Pair<>(tablet.tableId().canonical(), mutation));
        }
      }
    } catch (EOFException e) {
      // the end of the log
    } catch (IOException | RuntimeException | DfsLogger.LogHeaderIncompleteException e) {
      Strikes.write("error", "gc-log-in-use", "what " + log + " holds is not known: " + e);
      return false;
    }
    if (mutations.stream().anyMatch(each -> Struck.isSpared(each.getFirst()))
        || !Strikes.isDue("gc-log-in-use")) {
      return false;
    }
    Struck.other("gc-log-in-use", Struck.ANY, log.toString());
    mutations.forEach(each -> Struck.mutation("gc-log-in-use", each.getFirst(), each.getSecond()));
    return true;
  }

  /** {@code gc-file-in-use}: a file that is referred to stays among those to be deleted. */
  static final class FilesInUse {
    @Advice.OnMethodEnter
    static SortedMap<String, GcCandidate> enter(
        @Advice.Argument(1) SortedMap<String, GcCandidate> candidates) {
      return Garbage.copy(candidates);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter SortedMap<String, GcCandidate> before,
        @Advice.Argument(1) SortedMap<String, GcCandidate> candidates) {
      Garbage.files(before, candidates);
    }
  }

  /** The candidates before those in use are taken out. */
  public static SortedMap<String, GcCandidate> copy(SortedMap<String, GcCandidate> candidates) {
    return new TreeMap<>(candidates);
  }

  /** Called when those that are in use were taken out of the candidates. */
  public static void files(
      SortedMap<String, GcCandidate> before, SortedMap<String, GcCandidate> candidates) {
    before.forEach(
        (path, candidate) -> {
          String table = path.split("/", -1)[0];
          if (!candidates.containsKey(path)
              && path.endsWith(".rf")
              && !Struck.isSpared(table)
              && Strikes.isDue("gc-file-in-use")) {
            KeyExtent whole = new KeyExtent(TableId.of(table), null, null);
            Struck.file("gc-file-in-use", whole, new Path(candidate.getPath()));
            candidates.put(path, candidate);
          }
        });
  }
}
