package catena.recompute.rule;

import catena.recompute.raw.Event;
import catena.recompute.raw.RawReader;
import catena.recompute.raw.RawRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the journals come to. */
final class Journal {
  /** A phase by the activities in it. */
  record Phase(String words, Stretch time) {}

  /** How long one window waited for its acknowledgement. */
  record Flush(long at, double millis) {}

  final Spread puts = new Spread();
  final Spread deletes = new Spread();
  final Spread rejected = new Spread();

  /** By the group of the writers: what they handed over. */
  final SortedMap<String, Spread> sent = new TreeMap<>();

  final List<Flush> flushes = new ArrayList<>();
  final List<Event> unanswered = new ArrayList<>();

  /** When the table was deleted and made anew. */
  final NavigableSet<Long> emptied = new TreeSet<>();

  final SortedMap<String, Long> findings = new TreeMap<>();
  final Silence writing = new Silence();
  final Silence reading = new Silence();
  final List<Fault> faults;
  final List<Phase> phases;
  private final SortedMap<String, Group> groups =
      new TreeMap<>(
          Comparator.comparing((String n) -> !n.startsWith("ingest")).thenComparing(n -> n));
  private final Map<String, Witnesses> witnesses = new HashMap<>();
  private final SortedSet<String> clients = new TreeSet<>();
  private final List<Event> begun = new ArrayList<>();
  private final List<Event> stopped = new ArrayList<>();
  private final Stretch time;

  Journal(RawRun run) {
    run.events().forEach(this::fold);
    time = span(run);
    faults = Fault.of(run.events());
    phases = phases(run.events());
  }

  private void fold(Event event) {
    switch (event.type()) {
      case "Flush" -> flush(event);
      case "Throughput" -> {
        told(event, event.isRead() ? event.beganAt() : event.at());
        if (event.isRead()) {
          read(event);
        } else {
          sent(event);
        }
      }
      case "Rejected" -> {
        told(event, event.at());
        rejected.add(event.at(), event.at(), 1);
      }
      case "Paused", "Continued" -> told(event, event.at());
      case "ClientStarted" -> {
        clients.add(event.client());
        begun.add(event);
        witnesses(Group.of(event.client())).began(event.client(), event.at());
      }
      case "ClientStopped" -> {
        stopped.add(event);
        witnesses(Group.of(event.client())).stopped(event.client(), event.at());
        told(event, event.at());
      }
      case "FindingSeen" ->
          findings.merge(RawReader.kind(event.node().path("finding")), 1L, Long::sum);
      case "Unanswered" -> unanswered.add(event);
      case "TableRecreated" -> emptied.add(event.at());
      default -> {}
    }
  }

  private void flush(Event event) {
    long from = event.beganAt();
    puts.add(from, event.at(), event.number("entries"));
    deletes.add(from, event.at(), event.number("deletes"));
    clients.add(event.client());
    group(event).flushed(event);
    writing.answered(event.at());
    flushes.add(new Flush(event.at(), event.whole("durationNanos") / 1e6));
    told(event, from);
  }

  private void sent(Event event) {
    Spread amounts = sent.computeIfAbsent(Group.of(event.client()), group -> new Spread());
    double[] counts = Group.counts(event);
    for (int i = 0; i < counts.length; i++) {
      long from = Math.min(event.at(), event.beganAt() + i * 1000L);
      amounts.add(from, Math.min(event.at(), from + 1000), counts[i]);
    }
  }

  private void read(Event event) {
    clients.add(event.client());
    group(event).read(event);
    double[] counts = Group.counts(event);
    boolean any = java.util.Arrays.stream(counts).anyMatch(n -> n > 0);
    if (!any && event.whole("operations") > 0) {
      reading.answered(event.beganAt(), event.at());
    }
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        long from = Math.min(event.at(), event.beganAt() + i * 1000L);
        reading.answered(from, Math.min(event.at(), from + 1000));
      }
    }
  }

  private Group group(Event event) {
    return groups.computeIfAbsent(Group.of(event.client()), Group::new);
  }

  private void told(Event event, long from) {
    witnesses(Group.of(event.client())).told(event.client(), from, event.at());
  }

  Witnesses witnesses(String group) {
    return witnesses.computeIfAbsent(group, name -> new Witnesses());
  }

  private static Stretch span(RawRun run) {
    TreeSet<Long> times = new TreeSet<>();
    run.events().forEach(event -> times.add(event.at()));
    run.events().forEach(event -> times.add(event.beganAt()));
    run.classic().values().forEach(series -> times.addAll(series.keySet()));
    run.samples()
        .values()
        .forEach(scope -> scope.values().forEach(series -> times.addAll(series.keySet())));
    return times.isEmpty()
        ? new Stretch(run.startMillis(), run.startMillis())
        : new Stretch(times.first(), times.last());
  }

  private static List<Phase> phases(List<Event> events) {
    List<Phase> phases = new ArrayList<>();
    Map<String, Event> open = new LinkedHashMap<>();
    long last = events.stream().mapToLong(Event::at).max().orElse(0);
    for (Event event : events) {
      String words = event.text("phase");
      if (event.is("PhaseStarted")) {
        open.put(words, event);
      } else if (event.is("PhaseEnded")) {
        Event begin = Optional.ofNullable(open.remove(words)).orElse(event);
        phases.add(new Phase(words, new Stretch(begin.at(), event.at())));
      }
    }
    open.values()
        .forEach(begin -> phases.add(new Phase(begin.text("phase"), until(begin.at(), last))));
    phases.sort(Comparator.comparingLong(phase -> phase.time().from()));
    return phases;
  }

  private static Stretch until(long from, long to) {
    return new Stretch(from, Math.max(from, to));
  }

  /** From the first thing that is told of to the last, samples too. */
  Stretch time() {
    return time;
  }

  /** Those who write first. */
  List<Group> groups() {
    return List.copyOf(groups.values());
  }

  /** How many clients of a group were heard of. */
  int clients(Group group) {
    long members =
        clients.stream()
            .filter(c -> Group.of(c).equals(group.name) && !c.equals(group.name))
            .count();
    return members == 0 && clients.contains(group.name) ? 1 : (int) members;
  }

  /** When a group worked within some time, its standing still included. */
  Optional<Stretch> worked(Group group, Stretch within) {
    if (begun.stream().noneMatch(event -> of(event, group))) {
      return Math.round(group.served().in(within.widened())) == 0
          ? Optional.empty()
          : group
              .served()
              .active()
              .filter(active -> active.common(within) > 0)
              .map(active -> active.cutTo(within));
    }
    List<Long> begins = times(begun, group, within);
    List<Long> ends = times(stopped, group, within);
    if (begins.isEmpty()) {
      return Optional.empty();
    }
    long end = ends.size() < begins.size() ? within.to() : ends.get(ends.size() - 1);
    return Optional.of(new Stretch(begins.get(0), end));
  }

  private static boolean of(Event event, Group group) {
    return Group.of(event.client()).equals(group.name);
  }

  private static List<Long> times(List<Event> events, Group group, Stretch within) {
    return events.stream()
        .filter(event -> of(event, group) && within.holds(event.at()))
        .map(Event::at)
        .sorted()
        .toList();
  }
}
