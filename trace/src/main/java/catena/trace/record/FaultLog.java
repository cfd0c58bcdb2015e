package catena.trace.record;

import catena.harness.journal.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The faults and the lost servers of a run, put together from its events in the order of time. */
public final class FaultLog {
  /** A server may be noticed as gone this long after the fault that took it was over. */
  private static final long NOTICE_MILLIS = 30_000;

  private record Key(String client, int id) {}

  private final Map<Key, Fault> faults = new LinkedHashMap<>();
  private final List<UnplannedLoss> lost = new ArrayList<>();

  /** By server name, the addresses it was seen at, by time. */
  private final Map<String, TreeMap<Long, String>> addresses = new HashMap<>();

  void accept(Event event) {
    if (event instanceof Event.FaultStarted started) {
      start(started);
    } else if (event instanceof Event.FaultProven proven) {
      change(proven, proven.id(), f -> with(f, f.healedAt(), f.recoveredAt(), proven.evidence()));
    } else if (event instanceof Event.FaultHealed healed) {
      change(healed, healed.id(), f -> with(f, OptionalLong.of(healed.at()), f.recoveredAt(), ""));
    } else if (event instanceof Event.FaultRecovered back) {
      change(back, back.id(), f -> with(f, f.healedAt(), OptionalLong.of(back.at()), ""));
    } else if (event instanceof Event.FaultDoubted doubted) {
      change(doubted, doubted.id(), f -> doubted(f, doubted.step() + ": " + doubted.reason()));
    } else if (event instanceof Event.ServerBack back) {
      seen(back.at(), Target.parse(back.server()));
    } else if (event instanceof Event.ServerLost gone && Target.isServerRole(gone.role())) {
      lost.add(new UnplannedLoss(gone.at(), server(gone)));
    }
  }

  private void start(Event.FaultStarted started) {
    List<Target> targets = started.targets().stream().map(Target::parse).toList();
    targets.forEach(target -> seen(started.at(), target));
    OptionalLong never = OptionalLong.empty();
    Optional<String> nothing = Optional.empty();
    faults.put(
        new Key(started.client(), started.id()),
        new Fault(
            started.id(), started.fault(), targets, started.at(), never, never, nothing, nothing));
  }

  @FunctionalInterface
  private interface Change {
    Fault of(Fault fault);
  }

  /** A fault may be healed by another process than the one that planted it. */
  private void change(Event event, int id, Change change) {
    Key own = new Key(event.client(), id);
    Key key =
        faults.containsKey(own)
            ? own
            : faults.keySet().stream().filter(k -> k.id == id).findFirst().orElse(own);
    faults.computeIfPresent(key, (k, fault) -> change.of(fault));
  }

  private static Fault with(
      Fault f, OptionalLong healedAt, OptionalLong recoveredAt, String evidence) {
    Optional<String> proof = evidence.isEmpty() ? f.evidence() : Optional.of(evidence);
    return new Fault(
        f.id(), f.kind(), f.targets(), f.startedAt(), healedAt, recoveredAt, proof, f.doubt());
  }

  private static Fault doubted(Fault f, String why) {
    return new Fault(
        f.id(),
        f.kind(),
        f.targets(),
        f.startedAt(),
        f.healedAt(),
        f.recoveredAt(),
        f.evidence(),
        Optional.of(why));
  }

  private static Target server(Event.ServerLost gone) {
    Target named = Target.parse(gone.server());
    return named.role().isPresent()
        ? named
        : new Target(named.text(), Optional.of(gone.role()), named.name(), named.address());
  }

  private void seen(long at, Target target) {
    if (target.name().isPresent() && target.address().isPresent()) {
      addresses
          .computeIfAbsent(target.name().get(), name -> new TreeMap<>())
          .put(at, target.address().get());
    }
  }

  /** The faults, by the time at which they began, their targets with the addresses they had. */
  public List<Fault> faults() {
    return faults.values().stream()
        .map(this::addressed)
        .sorted(Comparator.comparingLong(Fault::startedAt).thenComparingInt(Fault::id))
        .toList();
  }

  private Fault addressed(Fault f) {
    List<Target> targets = f.targets().stream().map(t -> addressed(t, f.startedAt())).toList();
    return new Fault(
        f.id(),
        f.kind(),
        targets,
        f.startedAt(),
        f.healedAt(),
        f.recoveredAt(),
        f.evidence(),
        f.doubt());
  }

  private Target addressed(Target target, long at) {
    if (target.address().isPresent() || target.name().isEmpty()) {
      return target;
    }
    TreeMap<Long, String> known = addresses.get(target.name().get());
    Map.Entry<Long, String> last = known == null ? null : known.floorEntry(at);
    return last == null ? target : target.at(last.getValue());
  }

  /** The servers that were lost while no fault was aimed at them. */
  public List<UnplannedLoss> deaths() {
    List<Fault> planned = faults();
    return lost.stream()
        .map(death -> new UnplannedLoss(death.at(), addressed(death.server(), death.at())))
        .filter(death -> planned.stream().noneMatch(fault -> explains(fault, death)))
        .toList();
  }

  private static boolean explains(Fault fault, UnplannedLoss death) {
    long last =
        fault.endedAt() == Long.MAX_VALUE ? Long.MAX_VALUE : fault.endedAt() + NOTICE_MILLIS;
    return fault.startedAt() <= death.at()
        && death.at() <= last
        && fault.targets().stream().anyMatch(target -> isSame(target, death.server()));
  }

  private static boolean isSame(Target target, Target server) {
    boolean named = target.name().isPresent() && target.name().equals(server.name());
    boolean addressed = target.address().isPresent() && target.address().equals(server.address());
    return named || addressed || server.address().map(target::isHostOf).orElse(false);
  }

  /** The name of the server that had an address, if the journal ever says it. */
  public Optional<String> nameOf(String address) {
    return addresses.entrySet().stream()
        .filter(each -> each.getValue().containsValue(address))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
