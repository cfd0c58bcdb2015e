// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import catena.records.history.RecoveryMeasure;
import catena.records.journal.Event;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a person is told of an event of another process; most are not told of. */
final class EventWords {
  private final Map<String, String> faults = new HashMap<>();

  /** The words of an event, if it is to be told; called with all events, in their order. */
  Optional<String> of(Event event) {
    if (event instanceof Event.FindingSeen seen) {
      return Optional.of(event.client() + ": " + seen.finding().inWords());
    } else if (event instanceof Event.Verified verified) {
      return Optional.of(verified.inWords());
    } else if (event instanceof Event.ServerAdded added) {
      return Optional.of(added.inWords());
    } else if (event instanceof Event.FaultStarted started) {
      String words =
          "fault "
              + started.id()
              + ": "
              + started.fault()
              + " "
              + String.join(", ", started.targets());
      faults.put(key(started), words.strip());
      return Optional.of(words.strip());
    } else if (event instanceof Event.WorkerBegan began && began.joinedLate()) {
      return Optional.of("worker " + began.worker() + " has begun " + began.phase());
    } else if (event instanceof Event.OfFault told) {
      return of(told).map(what -> name(told) + ": " + what);
    }
    return Optional.empty();
  }

  private static Optional<String> of(Event.OfFault event) {
    if (event instanceof Event.FaultProven proven) {
      return Optional.of("proven, " + proven.evidence());
    } else if (event instanceof Event.FaultHealed healed) {
      boolean silent = healed.outcome() == null || healed.outcome().isEmpty();
      return Optional.of("healed" + (silent ? "" : ", " + healed.outcome()));
    } else if (event instanceof Event.FaultDoubted doubted) {
      return Optional.of(doubted.step() + ": " + doubted.reason());
    } else if (event instanceof Event.FaultRecovered recovered) {
      Double seconds = recovered.measures().get(RecoveryMeasure.RECOVERED.key());
      return Optional.of(
          "recovered"
              + (seconds == null
                  ? ""
                  : " after " + Amounts.span(Duration.ofMillis(Math.round(1000 * seconds)))));
    }
    return Optional.empty();
  }

  private String name(Event.OfFault event) {
    return faults.getOrDefault(
        key(event), event.id() == Event.OfFault.NONE ? event.client() : "fault " + event.id());
  }

  private static String key(Event.OfFault event) {
    return event.client() + " " + event.id();
  }
}
