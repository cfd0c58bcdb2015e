package catena.cluster;

import java.util.Optional;
import java.util.Set;

/**
 * What a server said when it was asked who is with it.
 *
 * @param ports the ports, on this machine, of those who registered with it
 * @param problem why it is not ready itself, if it is not
 */
record Answer(Set<Integer> ports, Optional<String> problem) {
  static Answer ready(Set<Integer> ports) {
    return new Answer(ports, Optional.empty());
  }

  static Answer problem(String problem) {
    return new Answer(Set.of(), Optional.of(problem));
  }

  /** What is wrong with a server that should have registered under a port, if anything is. */
  Optional<String> missing(int port, String where) {
    if (problem.isPresent()) {
      return Optional.of("cannot be asked for, " + where + " " + problem.get());
    }
    return ports.contains(port) ? Optional.empty() : Optional.of("is not registered with " + where);
  }
}
