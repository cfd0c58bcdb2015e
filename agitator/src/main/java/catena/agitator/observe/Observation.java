package catena.agitator.observe;

import catena.cluster.spec.Server;
import catena.harness.instance.ServerId;
import catena.harness.instance.Tablet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** What was seen of the cluster at one time, wall clock in milliseconds. */
public sealed interface Observation {
  long at();

  /**
   * The processes, and who holds a lock.
   *
   * @param sessions of all locks; empty if ZooKeeper did not answer
   */
  public record Quick(long at, List<Server> servers, Optional<Set<Long>> sessions)
      implements Observation {}

  /**
   * Whether the cluster is whole.
   *
   * @param at when the look began
   * @param missing what is wrong with each server that is not at work
   * @param unhosted tablets that nobody serves
   * @param problem why the tablets could not be seen, if they could not
   */
  public record Whole(
      long at, SortedMap<ServerId, String> missing, List<Tablet> unhosted, Optional<String> problem)
      implements Observation {

    boolean tabletsHosted() {
      return problem.isEmpty() && unhosted.isEmpty();
    }

    /** What is wrong, apart from servers that are meant to be down; empty if nothing is. */
    public Optional<String> missing(Set<ServerId> excused) {
      List<String> lines = new java.util.ArrayList<>();
      missing.forEach(
          (id, what) -> {
            if (!excused.contains(id)) {
              lines.add(id + " " + what);
            }
          });
      problem.ifPresent(lines::add);
      if (!unhosted.isEmpty()) {
        lines.add(
            "%d tablets are not hosted (%s%s)%s"
                .formatted(
                    unhosted.size(),
                    unhosted.get(0).name(),
                    unhosted.size() > 1 ? ", …" : "",
                    logs()));
      }
      return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", lines));
    }

    private String logs() {
      List<String> logs =
          unhosted.stream().flatMap(tablet -> tablet.logs().stream()).distinct().sorted().toList();
      return logs.isEmpty()
          ? ""
          : ", which need "
              + logs.size()
              + " logs ("
              + String.join(", ", logs.stream().limit(2).toList())
              + (logs.size() > 2 ? ", …)" : ")");
    }
  }
}
