package catena.agitator;

import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.agitator.observe.Recovery;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What has become of one fault of a plan.
 *
 * @param victims empty if none was found
 * @param begun whether anything was done
 * @param recovered whether it was done and the cluster was seen whole after it
 * @param measures what it cost, by name; empty unless it was recovered from
 * @param doubts why it proves nothing, one sentence each
 */
public record FaultResult(
    TimedFault planned,
    List<Victim> victims,
    boolean begun,
    boolean proven,
    boolean healed,
    boolean recovered,
    SortedMap<String, Double> measures,
    List<String> doubts) {
  /** A fault that was never begun; the doubts say why, unless those of another do. */
  public static FaultResult skipped(TimedFault planned, List<String> doubts) {
    return new FaultResult(planned, List.of(), false, false, false, false, new TreeMap<>(), doubts);
  }

  /** {@code kill tserver}: faults of one kind are told of together. */
  String kind() {
    String first = victims.isEmpty() ? planned.targets().get(0) : victims.get(0).name();
    String whom = first.replaceFirst("-[0-9]+$", "");
    return planned.fault() + " " + whom;
  }

  /** Collects what becomes of a fault; used by its own thread, and by its probe's. */
  static final class Builder {
    private final TimedFault planned;
    private final List<String> doubts = new CopyOnWriteArrayList<>();
    private List<Victim> victims = List.of();
    private boolean done;
    private boolean proven;
    private boolean healed;
    private volatile boolean whole;
    private volatile long beganAt;
    private long recoveredAt;
    private volatile Optional<Recovery> recovery = Optional.empty();
    private volatile boolean over;

    Builder(TimedFault planned) {
      this.planned = planned;
    }

    void victims(List<Victim> found) {
      victims = found;
    }

    void began(long at) {
      beganAt = at;
    }

    void done() {
      done = true;
    }

    boolean isDone() {
      return done;
    }

    void proven() {
      proven = true;
    }

    void healed() {
      healed = true;
    }

    /** The cluster was seen whole after it was healed, whether it had been done or not. */
    void wholeAgain() {
      whole = true;
    }

    boolean whole() {
      return whole;
    }

    void recovered(long at, Recovery found) {
      recoveredAt = at;
      recovery = Optional.of(found);
    }

    void over() {
      over = true;
    }

    void doubt(String reason) {
      doubts.add(reason);
    }

    boolean isOver() {
      return over;
    }

    long beganAt() {
      return beganAt;
    }

    boolean begun() {
      return beganAt > 0;
    }

    /** The step that it is in, as the journal names it. */
    String step() {
      return !begun() ? "prove" : healed ? "recover" : "heal";
    }

    long recoveredAt() {
      return recoveredAt;
    }

    Optional<Recovery> recovery() {
      return recovery;
    }

    FaultResult build() {
      return new FaultResult(
          planned,
          victims,
          begun(),
          proven,
          healed,
          recovery.isPresent(),
          recovery.map(Recovery::measures).orElseGet(TreeMap::new),
          List.copyOf(doubts));
    }
  }
}
