// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How many clients of one kind of reader there are, how long they read and how fast.
 *
 * @param clients how many there are
 * @param count how many operations each makes, if there is a limit
 * @param duration how long they read, if there is a limit
 * @param rate operations per second of each client
 */
public record PaceSettings(
    Setting<Integer> clients,
    Setting<Optional<Long>> count,
    Setting<Optional<Duration>> duration,
    Setting<Double> rate) {
  /** How long a client waits between two operations. */
  public static final Setting<Duration> WAIT =
      Setting.ofDuration(
          "read.wait",
          "0s",
          "how long a client waits between two lookups, batches, scans or operations of ycsb");

  /**
   * The settings of one kind.
   *
   * @param kind begins the keys: {@code walk}
   * @param operations what is counted: {@code lookups}
   */
  public PaceSettings(String kind, String operations) {
    this(
        clients(kind),
        Setting.ofLimit(kind + ".count", operations + " that each client makes; empty: no limit"),
        Setting.ofTimeLimit(kind + ".duration", "how long the clients read; empty: no limit"),
        Setting.ofDouble(
            kind + ".rate",
            0,
            0,
            1e9,
            operations + " per second of each client, on a fixed schedule; 0: full speed"));
  }

  /** How many clients of a kind there are; 1. */
  public static Setting<Integer> clients(String kind) {
    return Setting.ofInt(kind + ".clients", 1, 1, 10_000, "number of clients; each has a thread");
  }

  /** All of them. */
  public List<Setting<?>> all() {
    return List.of(clients, count, duration, rate, WAIT);
  }

  /**
   * The pace that the settings make.
   *
   * @throws UsageException if they contradict one another
   */
  public Pace pace(Settings settings) {
    Pace pace =
        new Pace(
            settings.get(clients),
            settings.get(count).orElse(Long.MAX_VALUE),
            settings.get(duration),
            settings.get(rate),
            settings.get(WAIT));
    if (pace.rate() > 0 && !pace.pause().isZero()) {
      throw new UsageException(
          "%s and %s exclude each other: give a rate or a wait".formatted(rate, WAIT));
    }
    return pace;
  }

  /**
   * How many clients read, how long and how fast.
   *
   * @param count operations of each client; {@code Long.MAX_VALUE} for no end
   * @param duration after which the clients stop
   * @param rate operations per second of each client, open loop; 0 for no limit
   * @param pause between two operations
   */
  public record Pace(
      int clients, long count, Optional<Duration> duration, double rate, Duration pause) {
    /** Clients that are given each read and its time, until they are stopped. */
    public static Pace given(int clients) {
      return new Pace(clients, Long.MAX_VALUE, Optional.empty(), 0, Duration.ZERO);
    }

    /** Whether the clients go on until they are asked to stop. */
    public boolean endless() {
      return count == Long.MAX_VALUE && duration.isEmpty();
    }
  }
}
