package catena.agitator.observe;

import catena.agitator.FakeControl;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a test lets a watch have seen. */
public final class PlantedLooks {
  private PlantedLooks() {}

  /** Waits until a watch has looked once by itself. */
  public static void awaitFirst(ClusterWatch watch) throws InterruptedException {
    ObservationWindow<Observation.Whole> looks = watch.whole();
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
                missing.stream()
                    .collect(
                        Collectors.toMap(
                            FakeControl::id, id -> "is missing", (a, b) -> a, TreeMap::new)),
                List.of(),
                Optional.empty()));
  }

  /** The tablets could not be seen. */
  public static void blind(ClusterWatch watch, long at, String problem) {
    watch.whole().add(new Observation.Whole(at, new TreeMap<>(), List.of(), Optional.of(problem)));
  }

  /** The locks that were held. */
  public static void locks(ClusterWatch watch, long at, Set<Long> sessions) {
    watch.quick().add(new Observation.Quick(at, List.of(), Optional.of(sessions)));
  }
}
