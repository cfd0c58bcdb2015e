// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import java.util.Optional;
import java.util.Set;

/**
 * What a server answered about the servers that are registered with it.
 *
 * @param addresses where those listen that registered with it, as address:port
 * @param holders those of them that hold a lock which others of their role wait for
 * @param problem why it is not ready itself, if it is not
 */
record MembershipAnswer(Set<String> addresses, Set<String> holders, Optional<String> problem) {
  /**
   * Of one that answers.
   *
   * @param addresses the members that it knows
   */
  static MembershipAnswer ready(Set<String> addresses) {
    return new MembershipAnswer(addresses, Set.of(), Optional.empty());
  }

  /**
   * Of one that does not.
   *
   * @param problem why, the rest of a sentence
   */
  static MembershipAnswer problem(String problem) {
    return new MembershipAnswer(Set.of(), Set.of(), Optional.of(problem));
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
