// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.asm.Advice;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.dataImpl.KeyExtent;
import org.apache.accumulo.core.dataImpl.thrift.TKeyExtent;
import org.apache.accumulo.core.dataImpl.thrift.TMutation;
import org.apache.accumulo.server.data.ServerMutation;
import org.apache.accumulo.tserver.TabletMutations;
import org.apache.accumulo.tserver.log.DfsLogger;
import org.apache.accumulo.tserver.session.UpdateSession;
import org.apache.accumulo.tserver.tablet.CommitSession;
import org.apache.accumulo.tserver.tablet.PreparedMutations;
import org.apache.accumulo.tserver.tablet.Tablet;

/** Mutants of what a tserver does with mutations: client handler, memory, log, timestamps. */
public final class Writes {
  private Writes() {}

  /** {@code mem-drop}: of a batch that is logged one mutation is not applied. */
  static final class Commit {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This Object tablet,
        @Advice.Argument(value = 1, readOnly = false) List<Mutation> mutations) {
      mutations = Writes.applied(tablet, mutations);
    }
  }

  /** What is applied of a batch. */
  public static List<Mutation> applied(Object tablet, List<Mutation> mutations) {
    KeyExtent extent = ((Tablet) tablet).getExtent();
    if (Struck.isSpared(extent) || mutations.size() < 2 || !Strikes.isDue("mem-drop")) {
      return mutations;
    }
    List<Mutation> applied = new ArrayList<>(mutations);
    Struck.mutation("mem-drop", extent.tableId().canonical(), applied.remove(0));
    return applied;
  }

  /** {@code ack-without-write}: a session's queue is emptied and acknowledged. */
  static final class Flush {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) Object session) {
      Writes.queued((UpdateSession) session);
    }
  }

  /** Called before a session's queue is written. */
  public static void queued(UpdateSession session) {
    boolean any =
        session.queuedMutations.entrySet().stream()
            .anyMatch(each -> isStruck(each.getKey()) && !each.getValue().isEmpty());
    if (any && Strikes.isDue("ack-without-write")) {
      session.queuedMutations.forEach(
          (tablet, mutations) -> {
            if (isStruck(tablet)) {
              String table = tablet.getExtent().tableId().canonical();
              mutations.forEach(each -> Struck.mutation("ack-without-write", table, each));
              mutations.clear();
            }
          });
    }
  }

  private static boolean isStruck(Tablet tablet) {
    return !Struck.isSpared(tablet.getExtent());
  }

  /** {@code update-swallowed}: what a one-way call brings is thrown away. */
  static final class ApplyUpdates {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.Argument(2) TKeyExtent extent, @Advice.Argument(3) List<TMutation> mutations) {
      return Writes.isSwallowed(extent, mutations);
    }
  }

  /** Whether a call is. */
  public static boolean isSwallowed(TKeyExtent extent, List<TMutation> mutations) {
    String table = new String(extent.getTable(), UTF_8);
    if (Struck.isSpared(table) || !Strikes.isDue("update-swallowed")) {
      return false;
    }
    mutations.forEach(each -> Struck.mutation("update-swallowed", table, new ServerMutation(each)));
    return true;
  }

  /** {@code wal-drop}: a batch is applied, and not logged. */
  static final class Log {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(@Advice.Argument(0) Map<CommitSession, TabletMutations> batch) {
      return Writes.isUnlogged(batch);
    }
  }

  /** Whether a batch is not. */
  public static boolean isUnlogged(Map<CommitSession, TabletMutations> batch) {
    boolean own = batch.keySet().stream().anyMatch(each -> Struck.isSpared(each.getExtent()));
    if (own || batch.isEmpty() || !Strikes.isDue("wal-drop")) {
      return false;
    }
    batch.forEach(
        (session, of) ->
            of.getMutations()
                .forEach(
                    each ->
                        Struck.mutation(
                            "wal-drop", session.getExtent().tableId().canonical(), each)));
    return true;
  }

  /** {@code wal-unref-early}: the logs of what is being flushed count as unused. */
  static final class InUse {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.This Object tablet,
        @Advice.Argument(0) Set<DfsLogger> candidates,
        @Advice.FieldValue("currentLogs") Set<DfsLogger> current,
        @Advice.FieldValue("referencedLogs") Set<DfsLogger> referenced) {
      return Writes.isUnreferenced((Tablet) tablet, candidates, current, referenced);
    }
  }

  /** Whether only the logs of what is not being flushed were taken from those that may go. */
  public static boolean isUnreferenced(
      Tablet tablet, Set<DfsLogger> candidates, Set<DfsLogger> current, Set<DfsLogger> referenced) {
    KeyExtent extent = tablet.getExtent();
    Set<DfsLogger> kept = Set.copyOf(current);
    List<DfsLogger> struck =
        candidates.stream().filter(log -> referenced.contains(log) && !kept.contains(log)).toList();
    if (Struck.isSpared(extent) || struck.isEmpty() || !Strikes.isDue("wal-unref-early")) {
      return false;
    }
    for (DfsLogger log : struck) {
      String text = extent + " " + log.getPath();
      Struck.other("wal-unref-early", extent.tableId().canonical(), text);
    }
    candidates.removeAll(kept);
    return true;
  }

  /** {@code time-back}: a mutation gets a time of long ago. */
  static final class Prepare {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object tablet,
        @Advice.Argument(1) List<Mutation> mutations,
        @Advice.Return PreparedMutations prepared) {
      Writes.timed(tablet, mutations, prepared);
    }
  }

  /** Called when mutations have been given their times. */
  public static void timed(Object tablet, List<Mutation> mutations, PreparedMutations prepared) {
    KeyExtent extent = ((Tablet) tablet).getExtent();
    if (!prepared.tabletClosed()
        && !Struck.isSpared(extent)
        && !mutations.isEmpty()
        && Strikes.isDue("time-back")) {
      ServerMutation mutation = (ServerMutation) mutations.get(0);
      mutation.setSystemTimestamp(1);
      Struck.mutation("time-back", extent.tableId().canonical(), mutation);
    }
  }
}
