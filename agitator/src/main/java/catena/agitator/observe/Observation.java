// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import catena.cluster.spec.Server;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.Tablet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * What was seen of the cluster by one check, which takes a while: what it shows was so at some
 * moment between its begin and its end. That something is there is dated by the end, that it is not
 * by the begin; what could not be seen is neither.
 */
public sealed interface Observation {
  /** When the check began, wall clock in milliseconds. */
  long began();

  /** When it ended, wall clock in milliseconds. */
  long ended();

  /**
   * The processes, and then which servers hold or wait for a lock.
   *
   * @param locks empty if ZooKeeper did not answer
   */
  public record Quick(
      long began, long ended, List<Server> servers, Optional<List<ServerLocks.Lock>> locks)
      implements Observation {
    /** The sessions of all locks; empty if ZooKeeper did not answer. */
    Optional<Set<Long>> sessions() {
      return locks.map(
          all -> all.stream().map(ServerLocks.Lock::session).collect(Collectors.toSet()));
    }
  }

  /**
   * Whether the cluster is whole.
   *
   * @param missing what is wrong with each server that is not at work
   * @param unhosted tablets that no server serves
   * @param given the sessions of the tservers that tablets were given to, living or not
   * @param live the sessions of the tservers that hold a lock and whose process runs
   * @param problem why the tablets could not be seen, if they could not: nothing is known of them
   */
  public record Whole(
      long began,
      long ended,
      SortedMap<ServerId, String> missing,
      List<Tablet> unhosted,
      Set<String> given,
      Set<String> live,
      Optional<String> problem)
      implements Observation {

    /** Whether the tablets could be seen. */
    boolean tabletsSeen() {
      return problem.isEmpty();
    }

    /** Whether the tablets were seen, and any was given to one of these sessions. */
    boolean hasTabletsAt(Collection<String> sessions) {
      return tabletsSeen() && !Collections.disjoint(given, sessions);
    }

    /** What is wrong, apart from servers that are meant to be down; empty if nothing is. */
    public Optional<String> missing(Set<ServerId> excused) {
      List<String> lines = new ArrayList<>();
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
