// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.records.history.RecoveryMeasure;
import catena.scenario.witness.Shown.Cost;
import catena.scenario.witness.Shown.Fault;
import catena.scenario.witness.Sightings.Answer;
import catena.scenario.witness.Sightings.Hosting;
import catena.scenario.witness.Sightings.LockChange;
import catena.scenario.witness.Sightings.Operation;
import catena.scenario.witness.Sightings.ProcessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A kill of tserver-1 that was seen so: the process was gone after 0.1 s, its lock after 10.2 s,
 * another process was there after 12 s with a lock after 16 s, and the victim's tablet, the first
 * one of two, was loaded elsewhere after 15 s. Until 15.3 s it answered nobody.
 */
final class PlantedKill {
  static final long AT = 1_700_000_000_000L;
  static final String FIRST = "0000000000000000~";
  static final String SECOND = "4000000000000000~";

  static final Map<String, String> SETTINGS =
      Map.of("ingest.rate", "1000", "graph.flush.interval", "250");

  private static final String VICTIM = "127.0.0.1:20001";
  private static final String OTHER = "127.0.0.1:20002";

  private PlantedKill() {}

  static Sightings seen() {
    long early = AT - 60_000;
    return new Sightings(
        "2",
        List.of(FIRST, SECOND),
        List.of(
            new ProcessChange(early, early, "tserver-1", 11, 20001, 'S'),
            new ProcessChange(early, early, "tserver-2", 12, 20002, 'S'),
            new ProcessChange(AT + 50, AT + 100, "tserver-1", 11, 20001, 'X'),
            new ProcessChange(AT + 11_950, AT + 12_000, "tserver-1", 13, 20003, 'S')),
        List.of(
            new LockChange(early, early, "tserver", VICTIM, 1, true),
            new LockChange(early, early, "tserver", OTHER, 2, true),
            new LockChange(AT + 10_100, AT + 10_200, "tserver", VICTIM, 1, false),
            new LockChange(AT + 15_900, AT + 16_000, "tserver", "127.0.0.1:20003", 3, true)),
        List.of(
            new Hosting(early, "2;4000000000000000<", VICTIM, true),
            new Hosting(early, "2<;4000000000000000", OTHER, true),
            new Hosting(AT + 15_000, "2;4000000000000000<", OTHER, true)),
        operations());
  }

  private static List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (boolean write : new boolean[] {true, false}) {
      for (long at = AT - 60_000; at < AT + 60_000; at += 200) {
        boolean struck = at >= AT && at < AT + 15_200;
        if (!struck || (at - AT) % 3200 == 0) { // one that hangs has another beside it
          long end = struck ? AT + 15_300 : at + 20;
          operations.add(new Operation(FIRST, write, at, end, Answer.YES));
        } else if (!write) {
          operations.add(new Operation(FIRST, write, at, at + 20, Answer.FAILED));
        }
        operations.add(new Operation(SECOND, write, at, at + 20, Answer.YES));
      }
    }
    return operations;
  }

  /** What is to be shown of it. */
  static Map<RecoveryMeasure, Double> truth() {
    return Map.of(
        RecoveryMeasure.NOTICE, 10.4,
        RecoveryMeasure.REHOST, 15.3,
        RecoveryMeasure.FIRST_READ, 15.2,
        RecoveryMeasure.FIRST_FLUSH, 15.4,
        RecoveryMeasure.HEALING, 11.8,
        RecoveryMeasure.RECOVERED, 17.0);
  }

  /** What is shown, with another value for one measure; none where it is not a number. */
  static Fault shown(RecoveryMeasure other, double value) {
    SortedMap<String, Double> measures = new TreeMap<>();
    truth().forEach((measure, seconds) -> measures.put(measure.key(), seconds));
    measures.put(other.key(), value);
    measures.values().removeIf(each -> each.isNaN());
    return fault(measures, new Cost(exactly(1), exactly(15), exactly(15.3)));
  }

  static Fault shown() {
    return shown(RecoveryMeasure.NOTICE, truth().get(RecoveryMeasure.NOTICE));
  }

  static Fault shown(Cost writes) {
    return fault(shown().measures(), writes);
  }

  static Optional<Range> exactly(double value) {
    return Optional.of(Range.exactly(value));
  }

  /** A kill of another server, with no measures. */
  static Fault killOf(String server) {
    return fault(server, new TreeMap<>(), Cost.UNKNOWN);
  }

  /** The same fault with one measure. */
  static Fault with(Fault fault, RecoveryMeasure measure, double value) {
    return fault(fault.targets().get(0), new TreeMap<>(Map.of(measure.key(), value)), Cost.UNKNOWN);
  }

  private static Fault fault(SortedMap<String, Double> measures, Cost writes) {
    return fault("tserver-1@" + VICTIM, measures, writes);
  }

  private static Fault fault(String target, SortedMap<String, Double> measures, Cost writes) {
    return new Fault(
        1, "kill", List.of(target), AT, AT + 60, AT + 40_000, true, measures, writes, Cost.UNKNOWN);
  }

  static Comparison compared(Fault fault) {
    Shown shown = new Shown(List.of(fault), Map.of(true, 1), new TreeMap<>(SETTINGS));
    return Comparison.of(shown, new Observed(seen(), java.time.Duration.ofSeconds(1)));
  }
}
