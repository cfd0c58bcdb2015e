// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Fault;
import catena.agitator.fault.GoingOn;
import catena.records.server.Role;
import catena.records.settings.DurationRange;
import catena.records.settings.Texts;
import catena.records.words.Document;
import catena.records.words.Item;
import catena.records.words.Problems;
import com.google.common.collect.Maps;
import com.google.common.collect.Sets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Keys with values of a policy or a plan, whose misfits are collected and not thrown. */
final class YamlTree {
  /** The gate that lets the next fault begin once the cluster is whole. */
  static final String HEALTHY = "healthy";

  private final String where;
  private final Map<String, Item.Field> values;
  private final Problems problems;

  private YamlTree(String where, Item value, Problems problems) {
    this.where = where;
    this.problems = problems;
    boolean empty =
        value instanceof Item.Nothing || (value instanceof Item.Text text && text.text().isEmpty());
    problems.unless(
        empty || value instanceof Item.Fields,
        where + " must be keys with values, not '" + words(value) + "'");
    values = value instanceof Item.Fields fields ? fields.all() : Map.of();
  }

  /**
   * A text as a tree, whose values are what stands there.
   *
   * @throws catena.records.words.UsageException if it is no YAML
   */
  static YamlTree parse(String where, String text, Problems problems) {
    return new YamlTree(where, Document.readAsWritten(where, text), problems);
  }

  private static String words(Item value) {
    return value instanceof Item.Text text ? text.text() : "a list";
  }

  void only(Set<String> keys) {
    String expected = " is not expected; write " + new TreeSet<>(keys);
    Sets.difference(values.keySet(), keys)
        .forEach(key -> problems.add(where + ": " + key + expected));
  }

  Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(field -> words(field.value()).strip());
  }

  Optional<String> required(String key) {
    Optional<String> text = text(key);
    problems.unless(text.isPresent(), where + ": " + key + " is missing");
    return text;
  }

  /** What stands at a key; what means nothing is a problem, and as if it were not there. */
  <T> Optional<T> value(String key, Function<String, T> parser, String what) {
    Optional<String> text = text(key);
    try {
      return text.map(parser);
    } catch (IllegalArgumentException | NoSuchElementException e) { // a NumberFormatException too
      problems.add(where + ": '" + text.get() + "' is no " + what);
      return Optional.empty();
    }
  }

  Optional<Integer> number(String key) {
    return value(key, Integer::valueOf, "number of this size");
  }

  Optional<Duration> span(String key) {
    return value(key, Texts::parseDuration, "time span such as 90s");
  }

  Optional<DurationRange> range(String key) {
    return value(key, DurationRange::parse, "time span such as 90s, or range such as 30s:90s");
  }

  /** The fault that must be named. */
  Optional<Fault> fault() {
    Optional<String> word = required("fault");
    Optional<Fault> fault = word.flatMap(Fault::of);
    problems.unless(
        word.isEmpty() || fault.isPresent(),
        "%s: there is no fault '%s'; there are %s"
            .formatted(where, word.orElse(""), Fault.words()));
    return fault;
  }

  /** What the fault waits for. */
  Optional<GoingOn> during() {
    return value("during", word -> GoingOn.of(word).orElseThrow(), "word of " + GoingOn.words());
  }

  /** What the fault takes in addition. */
  SortedMap<String, String> options() {
    return new TreeMap<>(below("options").texts());
  }

  /** How many servers of a role may be down. */
  SortedMap<Role, Integer> most() {
    YamlTree tree = below("most");
    SortedMap<Role, Integer> most = new TreeMap<>();
    for (String word : tree.values.keySet()) {
      Optional<Integer> number = tree.number(word);
      role(word).ifPresent(role -> number.ifPresent(n -> most.put(role, n)));
    }
    return most;
  }

  /** The role of a word; a word of none is a problem. */
  Optional<Role> role(String word) {
    Optional<Role> role = Role.of(word);
    problems.unless(
        role.isPresent(), where + ": there is no role '" + word + "'; roles are " + Role.words());
    return role;
  }

  /** How many faults may be open, if it says so. */
  Optional<Integer> open() {
    Optional<Integer> open = number("open");
    problems.unless(open.orElse(1) > 0, where + ": open must be at least 1");
    return open;
  }

  /** Whether the next fault begins only once the cluster is whole. */
  boolean isGated() {
    String gate = text("gate").orElse("none");
    problems.unless(Set.of("none", HEALTHY).contains(gate), where + ": gate is none or healthy");
    return gate.equals(HEALTHY);
  }

  Map<String, String> texts() {
    return Maps.transformValues(values, field -> words(field.value()));
  }

  YamlTree below(String key) {
    return new YamlTree(where + ": " + key, value(key), problems);
  }

  private Item value(String key) {
    return values.containsKey(key) ? values.get(key).value() : new Item.Nothing(0);
  }

  List<String> list(String key) {
    return items(key, ", such as [zookeeper]").stream().map(YamlTree::words).toList();
  }

  private List<Item> items(String key, String example) {
    Item value = value(key);
    problems.unless(
        value instanceof Item.Items || value instanceof Item.Nothing,
        where + ": " + key + " must be a list" + example);
    return value instanceof Item.Items items ? items.all() : List.of();
  }

  List<YamlTree> children(String key) {
    List<Item> items = items(key, "");
    String place = where + ": " + key + " ";
    return IntStream.range(0, items.size())
        .mapToObj(i -> new YamlTree(place + (i + 1), items.get(i), problems))
        .toList();
  }
}
