// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.agitator.FakeControl;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablet;
import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a test lets a watch have seen. */
public final class PlantedLooks {
  /** The log that a tablet without a host needs. */
  static final String LOG = "hdfs://n/wal/h+1/u";

  private PlantedLooks() {}

  /** Waits until a watch has looked once by itself. */
  public static void awaitFirst(ClusterWatch watch) throws InterruptedException {
    ClusterWatch.ObservationWindow<Observation.Whole> looks = watch.whole();
    synchronized (looks) {
      while (looks.since(0).isEmpty()) {
        looks.wait();
      }
    }
  }

  /** All tablets are hosted, and these servers are not at work. */
  public static void whole(ClusterWatch watch, long at, SortedSet<String> missing) {
    watch
        .whole()
        .add(
            new Observation.Whole(
                at,
                at,
                missing.stream()
                    .collect(
                        Collectors.toMap(
                            FakeControl::id, id -> "is missing", (a, b) -> a, TreeMap::new)),
                List.of(),
                Set.of(),
                Set.of(),
                Optional.empty()));
  }

  /** The tablets could not be seen. */
  public static void blind(ClusterWatch watch, long at, String problem) {
    watch.whole().add(blind(at, problem));
  }

  /** A look that could not see the tablets. */
  static Observation.Whole blind(long at, String problem) {
    return new Observation.Whole(
        at, at, new TreeMap<>(), List.of(), Set.of(), Set.of(), Optional.of(problem));
  }

  /**
   * The tablets, given to tservers by their sessions; those of a session that is not live have no
   * host.
   */
  static Observation.Whole tablets(long began, long ended, Set<String> live, String... given) {
    return new Observation.Whole(
        began,
        ended,
        new TreeMap<>(),
        Arrays.stream(given)
            .filter(session -> !live.contains(session))
            .map(session -> Tablet.at("2;" + session, Optional.empty(), List.of(LOG)))
            .toList(),
        Set.of(given),
        live,
        Optional.empty());
  }

  /** Tablets were given to these sessions, and these are live. */
  public static void tablets(ClusterWatch watch, long at, Set<String> live, String... given) {
    watch.whole().add(tablets(at, at, live, given));
  }

  /** The locks of tservers that were held in these sessions. */
  public static void locks(ClusterWatch watch, long at, Set<Long> sessions) {
    List<ServerLocks.Lock> locks =
        sessions.stream()
            .map(
                session ->
                    new ServerLocks.Lock(
                        Role.TSERVER, HostAndPort.fromString("127.0.0.1:1"), session, true))
            .toList();
    watch.quick().add(new Observation.Quick(at, at, List.of(), Optional.of(locks)));
  }
}
