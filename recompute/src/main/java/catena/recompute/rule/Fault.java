package catena.recompute.rule;

import catena.recompute.raw.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the journals tell of one fault, put together as {@code docs/formats.md} says. */
final class Fault {
  private static final Set<String> KINDS =
      Set.of("FaultDone", "FaultProven", "FaultHealed", "FaultRecovered", "FaultDoubted");
  private static final Set<String> ROLES =
      Set.of(
          "namenode",
          "datanode",
          "zookeeper",
          "manager",
          "tserver",
          "gc",
          "monitor",
          "sserver",
          "coordinator",
          "compactor",
          "resourcemanager",
          "nodemanager");
  private static final Pattern SERVER = Pattern.compile("([a-z]+)-[1-9][0-9]{0,3}");

  final Event started;
  private final List<Event> after = new ArrayList<>();

  private Fault(Event started) {
    this.started = started;
  }

  /** All whose begin is known, in the order of time. */
  static List<Fault> of(List<Event> events) {
    List<Fault> faults =
        events.stream()
            .filter(event -> event.is("FaultStarted"))
            .map(Fault::new)
            .sorted(Comparator.comparingLong((Fault f) -> f.at()).thenComparingLong(Fault::id))
            .toList();
    events.stream()
        .filter(event -> KINDS.contains(event.type()))
        .sorted(Comparator.comparingLong(Event::at))
        .forEach(event -> owner(event, faults).ifPresent(fault -> fault.after.add(event)));
    return faults;
  }

  private static java.util.Optional<Fault> owner(Event event, List<Fault> faults) {
    Predicate<Fault> same = fault -> fault.id() == event.whole("id");
    Predicate<Fault> own = same.and(fault -> fault.started.client().equals(event.client()));
    Predicate<Fault> before = fault -> fault.at() <= event.at();
    return last(faults, own.and(before))
        .or(() -> last(faults, own))
        .or(() -> last(faults, same.and(before)));
  }

  private static java.util.Optional<Fault> last(List<Fault> faults, Predicate<Fault> which) {
    return faults.stream().filter(which).reduce((a, b) -> b);
  }

  long at() {
    return started.at();
  }

  long id() {
    return started.whole("id");
  }

  String what() {
    return started.text("fault");
  }

  List<String> targets() {
    List<String> targets = new ArrayList<>();
    started.node().path("targets").forEach(target -> targets.add(target.asText()));
    return targets;
  }

  /** What was done and to which roles. */
  String kind() {
    String roles =
        targets().stream()
            .map(target -> SERVER.matcher(target.split("@", 2)[0]))
            .filter(Matcher::matches)
            .map(server -> server.group(1))
            .filter(ROLES::contains)
            .distinct()
            .sorted()
            .collect(Collectors.joining("+"));
    return roles.isEmpty() ? what() : what() + " " + roles;
  }

  private java.util.Optional<Event> told(String type) {
    return after.stream().filter(event -> event.is(type)).reduce((a, b) -> b);
  }

  OptionalLong time(String type) {
    return told(type).map(event -> OptionalLong.of(event.at())).orElse(OptionalLong.empty());
  }

  boolean has(String type) {
    return told(type).isPresent();
  }

  /** Seconds from the injection until something; NaN if it never was. */
  double seconds(String type) {
    OptionalLong then = time(type);
    return then.isPresent() ? (then.getAsLong() - at()) / 1000.0 : Double.NaN;
  }

  /** When the cluster was whole, else when it was healed. */
  OptionalLong ended() {
    return has("FaultRecovered") ? time("FaultRecovered") : time("FaultHealed");
  }

  boolean recovered() {
    return has("FaultProven") && has("FaultRecovered");
  }

  boolean doubted() {
    return has("FaultDoubted");
  }

  String state() {
    return doubted()
        ? "doubted"
        : has("FaultRecovered")
            ? "recovered"
            : has("FaultHealed")
                ? "healed, not recovered"
                : has("FaultProven") ? "proven, not healed" : "not proven";
  }

  /** Doubts, proof and outcome, as they stand in the journal. */
  String words() {
    List<String> words = new ArrayList<>();
    after.stream()
        .filter(event -> event.is("FaultDoubted"))
        .forEach(event -> words.add(event.text("step") + ": " + event.text("reason")));
    told("FaultProven").ifPresent(event -> words.add(event.text("evidence")));
    told("FaultHealed").ifPresent(event -> words.add(event.text("outcome")));
    return String.join("; ", words);
  }

  /** What was measured, but for dips; nothing of a fault that was not proven and recovered from. */
  SortedMap<String, Double> measures() {
    SortedMap<String, Double> measures = new TreeMap<>();
    if (recovered()) {
      told("FaultRecovered")
          .orElseThrow()
          .node()
          .path("measures")
          .fields()
          .forEachRemaining(
              (Map.Entry<String, com.fasterxml.jackson.databind.JsonNode> each) -> {
                if (!each.getKey().contains("dip.") && each.getValue().isNumber()) {
                  measures.put(each.getKey(), each.getValue().asDouble());
                }
              });
      if (has("FaultHealed")) {
        measures.putIfAbsent("healed.s", seconds("FaultHealed"));
      }
      measures.put("recovered.s", seconds("FaultRecovered"));
    }
    return measures;
  }
}
