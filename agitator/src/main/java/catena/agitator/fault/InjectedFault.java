// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static java.util.stream.Collectors.toUnmodifiableSet;

import catena.harness.instance.ServerId;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A fault with its victims found: all that is needed to do it, to prove it and to heal it, also by
 * another process.
 *
 * @param id of the fault
 * @param fault its word
 * @param options of the plan
 * @param victims a file without them is damaged: nothing would be healed
 * @param memo what healing must know of how things were, by name
 */
public record InjectedFault(
    int id,
    String fault,
    @JsonProperty(required = true) List<Victim> victims,
    SortedMap<String, String> options,
    SortedMap<String, String> memo) {
  /** Copies what it is given. */
  public InjectedFault {
    victims = List.copyOf(victims);
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    memo = Collections.unmodifiableSortedMap(new TreeMap<>(memo));
  }

  /** A fault of a plan whose victims are found. */
  public static InjectedFault of(TimedFault planned, List<Victim> victims) {
    return new InjectedFault(
        planned.id(), planned.fault(), victims, planned.options(), new TreeMap<>());
  }

  /** The same with one thing more that healing must know. */
  public InjectedFault remember(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(memo);
    more.put(name, value);
    return new InjectedFault(id, fault, victims, options, more);
  }

  /** The names of the victims. */
  public List<String> names() {
    return victims.stream().map(Victim::name).toList();
  }

  /** Those of the victims that are servers. */
  public Set<ServerId> servers() {
    return victims.stream()
        .flatMap(victim -> victim.server().stream())
        .collect(toUnmodifiableSet());
  }

  /** For messages: {@code fault 3, kill of tserver-1@host:port}. */
  public String words() {
    return "fault %d, %s of %s"
        .formatted(id, fault, victims.stream().map(Victim::text).collect(Collectors.joining(", ")));
  }
}
