// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tablets, as the metadata tables had them at one time. */
public record Tablets(List<Tablet> all) {
  /**
   * A hundred times what reading one tablet costs: at most 10 µs of CPU, as measured ({@code
   * docs/measurements/scale.md}).
   */
  private static final Duration REST_OF_A_TABLET = Duration.ofMillis(1);

  /** Copies the list. */
  public Tablets {
    all = List.copyOf(all);
  }

  /**
   * From one scan of all of so many tablets to the next, so that scanning takes less than 1 % of a
   * core.
   */
  public static Duration rest(int tablets) {
    return REST_OF_A_TABLET.multipliedBy(tablets);
  }

  /** These and others. */
  public Tablets and(Tablets others) {
    return new Tablets(Stream.concat(all.stream(), others.all.stream()).toList());
  }

  /** Those of some tables, by id. */
  public Tablets of(Collection<String> tableIds) {
    return new Tablets(all.stream().filter(t -> tableIds.contains(t.name().tableId())).toList());
  }

  /** Those that were given to a tserver, whether it lives or not. */
  public List<Tablet> given() {
    return all.stream().filter(t -> t.location().isPresent()).toList();
  }

  /**
   * Those that no tserver hosts.
   *
   * @param sessions as {@link Tablet#isHosted} takes them
   */
  public List<Tablet> unhosted(Set<String> sessions) {
    return all.stream().filter(t -> !t.isHosted(sessions)).toList();
  }

  /** The addresses that they were given to, each as often as it has one. */
  public Stream<String> addresses() {
    return all.stream().flatMap(t -> t.address().stream());
  }

  /**
   * The address that most of them were given to, if any was.
   *
   * @param rather which to prefer to another with as many
   */
  public Optional<String> mostAt(Predicate<String> rather) {
    Map<String, Long> numbers =
        addresses()
            .collect(
                Collectors.groupingBy(Function.identity(), HashMap::new, Collectors.counting()));
    return numbers.entrySet().stream()
        .max(
            Map.Entry.<String, Long>comparingByValue()
                .thenComparing(Map.Entry::getKey, Comparator.comparing(rather::test))
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey);
  }
}
