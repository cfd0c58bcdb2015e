package catena.cluster;

import java.util.Optional;
import java.util.Set;

/**
 * What a server said when it was asked who is with it.
 *
 * @param addresses where those listen who registered with it, as address:port
 * @param problem why it is not ready itself, if it is not
 */
record Answer(Set<String> addresses, Optional<String> problem) {
  static Answer ready(Set<String> addresses) {
    return new Answer(addresses, Optional.empty());
  }

  static Answer problem(String problem) {
    return new Answer(Set.of(), Optional.of(problem));
  }

  /** What is wrong with a server that should have registered under an address, if anything is. */
  Optional<String> missing(String address, String where) {
    if (problem.isPresent()) {
      return Optional.of("cannot be asked for, " + where + " " + problem.get());
    }
    return addresses.contains(address)
        ? Optional.empty()
        : Optional.of("is not registered with " + where);
  }
}
