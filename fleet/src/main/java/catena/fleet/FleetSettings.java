// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of how workers join a run, and of what happens when one dies. */
public final class FleetSettings {
  /** What happens to a run when a worker dies. */
  public enum Death {
    /** The others go on. */
    GO_ON,
    /** Another process takes its place. */
    REPLACE,
    /** The run ends. */
    STOP;

    /** The word for it in settings and journals. */
    public String word() {
      return Texts.enumText(this);
    }
  }

  /** What happens to a run when a worker dies. */
  public static final Setting<Death> DEATH =
      Setting.ofEnum(
          "worker.death",
          Death.GO_ON,
          "what happens when a worker dies: go on without it, replace it, or stop the run");

  /** How many processes a slot may have, one after the other. */
  public static final Setting<Integer> ATTEMPTS =
      Setting.ofInt(
          "worker.attempts",
          4,
          1,
          1000,
          "how many processes of one worker there may be, the first among them, where those that"
              + " die are replaced");

  /** The fewest workers with which a run begins and goes on. */
  public static final Setting<Optional<Integer>> LEAST =
      Setting.optional(
          Setting.ofInt(
              "worker.min",
              1,
              1,
              100_000,
              "the fewest workers that a run begins and goes on with; empty: begins with all of"
                  + " them, goes on with one"));

  /** What a number of clients counts. */
  public enum Per {
    /** The clients of each worker. */
    WORKER,
    /** The clients of all workers together. */
    TOTAL,
    /** The clients of all workers together, for each tablet server. */
    TSERVER
  }

  /** What the number of a part's clients counts. */
  public static final Setting<Per> PER =
      Setting.ofEnum(
          "fleet.clients.per",
          Per.WORKER,
          "what the number of a part's clients (ingest.clients, walk.clients, ...) is of in a run"
              + " with workers: each worker, all workers in total, or each tserver, dealt out to"
              + " the workers");

  /** Which workers do a part. */
  public static final Setting<WorkerRanges> WORKERS =
      Setting.of(
          "fleet.workers",
          "all",
          "all, or numbers and ranges such as 0-2,5 or 0%-50%",
          "which workers do a part: all of them, some by their numbers from 0, or a share of them"
              + " (0%-50%: the first half)",
          WorkerRanges::parse);

  /** The settings of how a part is shared; read by every part that workers can do. */
  public static final List<Setting<?>> OF_PART = List.of(PER, WORKERS);

  private static final Setting<Duration> JOIN =
      Setting.ofDuration(
          "fleet.join.limit",
          "5m",
          Duration.ofSeconds(1),
          Duration.ofDays(1),
          "how long the coordinator waits for the workers to come, and a worker for the"
              + " coordinator");

  private static final Setting<Duration> SIGHT =
      Setting.ofDuration(
          "fleet.sight.limit",
          "30s",
          Duration.ZERO,
          Duration.ofHours(1),
          "how long a worker may be without a session with ZooKeeper before it is given up");

  private static final Setting<Duration> ANSWER =
      Setting.ofDuration(
          "fleet.answer.limit",
          "2m",
          Duration.ofSeconds(1),
          Duration.ofDays(1),
          "how long a worker may take to get ready for a phase, or to end its part when it is asked"
              + " to, before it is given up; and how long workers go on without a coordinator");

  /** All settings of the fleet. */
  public static final List<Setting<?>> ALL = List.of(DEATH, ATTEMPTS, LEAST, JOIN, ANSWER, SIGHT);

  private FleetSettings() {}

  /** How many processes a slot has if the engine is to replace those that die; else 1. */
  public static int tries(Settings settings) {
    return settings.get(DEATH) == Death.REPLACE ? settings.get(ATTEMPTS) : 1;
  }

  /** The limits by these settings. */
  public static FleetLimits limits(Settings settings) {
    return new FleetLimits(
        settings.get(JOIN),
        settings.get(ANSWER),
        settings.get(ANSWER),
        FleetLimits.LEAD,
        settings.get(SIGHT),
        settings.get(ANSWER),
        FleetLimits.CLOCK,
        FleetLimits.JOIN_EACH,
        FleetLimits.MARK_EACH,
        FleetLimits.CHECK_EACH);
  }
}
