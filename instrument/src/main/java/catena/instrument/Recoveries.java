// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.asm.Advice;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.util.Pair;
import org.apache.accumulo.tserver.log.MutationReceiver;
import org.apache.accumulo.tserver.log.SortedLogRecovery;
import org.apache.accumulo.tserver.logger.LogEvents;
import org.apache.accumulo.tserver.logger.LogFileKey;
import org.apache.accumulo.tserver.logger.LogFileValue;
import org.apache.hadoop.fs.Path;

/** Mutants of the sorting and the replay of write-ahead logs. */
public final class Recoveries {
  /**
   * How many of the first mutations {@code recovery-late-start} leaves out: more than a writer's
   * first windows, whose nodes are written again.
   */
  private static final int LATE = 1_000;

  /** The tablet that this thread recovers. */
  private static final ThreadLocal<KeyExtent> RECOVERED = new ThreadLocal<>();

  /** Set while this thread only reads what a log holds. */
  private static final ThreadLocal<Boolean> ASKING = ThreadLocal.withInitial(() -> false);

  private Recoveries() {}

  /**
   * {@code recovery-skip-log}: the first of several logs is left out; {@code recovery-undefined}:
   * no log is said to define the tablet.
   */
  static final class Recover {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This Object recovery,
        @Advice.Argument(0) KeyExtent extent,
        @Advice.Argument(value = 1, readOnly = false) List<Path> logs,
        @Advice.Argument(2) Set<String> files) {
      logs = Recoveries.replayed(recovery, extent, logs, files);
    }
  }

  /** The logs that are replayed. */
  public static List<Path> replayed(
      Object recovery, KeyExtent extent, List<Path> logs, Set<String> files) {
    RECOVERED.set(extent);
    if (ASKING.get() || Struck.isSpared(extent)) {
      return logs;
    }
    if (logs.size() > 1 && Strikes.isDue("recovery-skip-log")) {
      record("recovery-skip-log", recovery, extent, logs.subList(0, 1), files);
      return logs.subList(1, logs.size());
    }
    if (Strikes.isDue("recovery-undefined")) {
      record("recovery-undefined", recovery, extent, logs, files);
      return List.of();
    }
    return logs;
  }

  /** Logs what these write-ahead logs hold of a tablet, by means of the recovery itself. */
  private static void record(
      String mutant, Object recovery, KeyExtent extent, List<Path> logs, Set<String> files) {
    String table = extent.tableId().canonical();
    Struck.other(mutant, table, extent + " " + logs);
    ASKING.set(true);
    try {
      ((SortedLogRecovery) recovery)
          .recover(extent, logs, files, each -> Struck.mutation(mutant, table, each));
    } catch (IOException | RuntimeException e) {
      Strikes.write("error", mutant, "what the logs hold is not known: " + e);
    } finally {
      ASKING.set(false);
    }
  }

  /**
   * {@code recovery-late-start}: the first mutations are not replayed; {@code recovery-twice}: one
   * is replayed again.
   */
  static final class Playback {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(value = 1, readOnly = false) MutationReceiver receiver) {
      receiver = Recoveries.receiver(receiver);
    }
  }

  /** What takes the mutations of a replay. */
  public static MutationReceiver receiver(MutationReceiver right) {
    KeyExtent extent = RECOVERED.get();
    if (ASKING.get() || extent == null || Struck.isSpared(extent)) {
      return right;
    }
    String table = extent.tableId().canonical();
    if (Strikes.isDue("recovery-late-start")) {
      int[] seen = new int[1];
      return each -> {
        if (seen[0]++ < LATE) {
          Struck.mutation("recovery-late-start", table, each);
        } else {
          right.receive(each);
        }
      };
    }
    return each -> {
      right.receive(each);
      if (Strikes.isDue("recovery-twice")) {
        Struck.mutation("recovery-twice", table, each);
        right.receive(each);
      }
    };
  }

  /** {@code sort-drop}: a mutation is not in the sorted log. */
  static final class Sort {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(1) List<Pair<LogFileKey, LogFileValue>> buffer) {
      Recoveries.sorted(buffer);
    }
  }

  /** Called before a part of a log is written in its order. */
  public static void sorted(List<Pair<LogFileKey, LogFileValue>> buffer) {
    Map<Integer, KeyExtent> tablets = new HashMap<>();
    for (Pair<LogFileKey, LogFileValue> each : buffer) {
      LogFileKey key = each.getFirst();
      if (key.getEvent() == LogEvents.DEFINE_TABLET) {
        tablets.put(key.getTabletId(), key.getTablet());
      }
      KeyExtent extent = tablets.get(key.getTabletId());
      List<Mutation> mutations = each.getSecond().getMutations();
      if (mutations != null
          && !mutations.isEmpty()
          && extent != null
          && !Struck.isSpared(extent)
          && Strikes.isDue("sort-drop")) {
        List<Mutation> rest = new ArrayList<>(mutations);
        Struck.mutation("sort-drop", extent.tableId().canonical(), rest.remove(0));
        each.getSecond().setMutations(rest);
      }
    }
  }

  /** {@code recovery-time}: a recovered tablet continues with the time that it had before. */
  static final class MaxTime {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(@Advice.Argument(0) long time) {
      return Recoveries.isForgotten(time);
    }
  }

  /** Whether the last time of a log is. */
  public static boolean isForgotten(long time) {
    KeyExtent extent = RECOVERED.get();
    boolean forgotten =
        extent != null && !Struck.isSpared(extent) && Strikes.isDue("recovery-time");
    if (forgotten) {
      Struck.other("recovery-time", extent.tableId().canonical(), extent + " time " + time);
    }
    return forgotten;
  }
}
