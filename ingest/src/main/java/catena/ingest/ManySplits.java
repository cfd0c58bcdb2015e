// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.accumulo.TableProperties;
import catena.harness.activity.Forecast;
import catena.records.settings.Setting;
import catena.records.settings.Texts;
import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * Lowers the split threshold of a table, round after round, until it has thousands of tablets; then
 * the threshold is what it was. The servers split by themselves, as they would have.
 */
final class ManySplits {
  /** How long a tablet server waits between checks for tablets to compact or split. */
  private static final String MAJOR_DELAY = "tserver.compaction.major.delay";

  private static final String THRESHOLD = "table.split.threshold";

  /** Below it a tablet has a few entries. */
  private static final long LEAST = 1024;

  /** How long the split into each tablet takes, and its merge by the part that follows. */
  private static final Duration EACH = Duration.ofMillis(330);

  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Setting<Integer> TABLETS =
      Setting.ofInt(
          "manysplits.tablets",
          2000,
          2,
          10_000_000,
          "how many tablets manysplits waits for, else UNKNOWN");

  /** By how much each round lowers the threshold. */
  private static final int FACTOR = 10;

  private ManySplits() {}

  /** The action. Its forecast: as fast as two tservers on two busy cores split and merge. */
  static TableAction action() {
    return new TableAction(
            "manysplits",
            "lower the split threshold until there are thousands of tablets",
            "bin/catena run manysplits does it",
            List.of(TABLETS),
            ManySplits::perform)
        .forecast(
            settings ->
                Forecast.lasting(
                    Amounts.grouped(settings.get(TABLETS)) + " tablets",
                    Optional.of(EACH.multipliedBy(settings.get(TABLETS)))))
        .restore(ManySplits::restoring);
  }

  /** Decides by the table's tablets which threshold is due when. Pure. */
  static final class Rounds {
    private final int tablets;
    private final long settleMillis;
    private long threshold;
    private int seen;
    private long sinceMillis;
    private int lowered;

    /**
     * Before the first round.
     *
     * @param threshold at which tablets split until now, in bytes
     */
    Rounds(long threshold, int tablets, Duration settle) {
      this.threshold = threshold;
      this.tablets = tablets;
      this.settleMillis = settle.toMillis();
    }

    /** What to do next. */
    enum Next {
      /** The threshold is to be {@link #threshold} from now on. */
      LOWER,
      /** Tablets may still split. */
      WAIT,
      /** There are as many as asked for. */
      DONE,
      /** There will never be as many. */
      STUCK
    }

    /** Decides what to do by how many tablets there are now. */
    Next next(int there, long nowMillis) {
      if (there >= tablets) {
        return Next.DONE;
      }
      boolean grown = there != seen;
      seen = there;
      if (lowered > 0 && (grown || nowMillis - sinceMillis < settleMillis)) {
        sinceMillis = grown ? nowMillis : sinceMillis;
        return Next.WAIT;
      }
      if (lowered > 0 && threshold <= LEAST) {
        return Next.STUCK;
      }
      lowered++;
      sinceMillis = nowMillis;
      threshold = Math.max(LEAST, threshold / FACTOR);
      return Next.LOWER;
    }

    long threshold() {
      return threshold;
    }
  }

  private static String perform(TableAction.Target target) throws Exception {
    AccumuloClient client = target.client();
    FailableRunnable<Exception> restore = restoring(target);
    long threshold = Texts.parseSize(TableProperties.read(client, target.table()).get(THRESHOLD));
    client
        .tableOperations()
        .flush(target.table(), null, null, true); // servers split by files alone
    try {
      int tablets = target.settings().get(TABLETS);
      Duration settle = settle(client.instanceOperations());
      return split(target, new Rounds(threshold, tablets, settle));
    } finally {
      restore.run();
    }
  }

  private static FailableRunnable<Exception> restoring(TableAction.Target target) throws Exception {
    TableOperations tables = target.client().tableOperations();
    String table = target.table();
    Optional<String> before = Optional.ofNullable(tables.getTableProperties(table).get(THRESHOLD));
    return () -> TableProperties.setBack(tables, table, THRESHOLD, before);
  }

  private static String split(TableAction.Target target, Rounds rounds) throws Exception {
    AccumuloClient client = target.client();
    String table = target.table();
    int first = tablets(client, table);
    long began = System.nanoTime();
    StopSignal never = new StopSignal(); // a stop interrupts this thread
    for (int there = first; ; there = tablets(client, table)) {
      switch (rounds.next(there, (System.nanoTime() - began) / 1_000_000)) {
        case DONE -> {
          double seconds = (System.nanoTime() - began) / 1e9;
          return "table %s has %s tablets of %s at a threshold of %s bytes, %s splits per second"
              .formatted(
                  table,
                  Amounts.grouped(there),
                  Amounts.grouped(first),
                  Amounts.grouped(rounds.threshold()),
                  String.format(Locale.ROOT, "%.1f", (there - first) / seconds));
        }
        case LOWER ->
            client
                .tableOperations()
                .setProperty(table, THRESHOLD, Long.toString(rounds.threshold()));
        case STUCK ->
            throw new IOException(
                "table %s has %s tablets, not %s, and none splits any more at %s=%d: write more, or set manysplits.tablets lower"
                    .formatted(
                        table,
                        Amounts.grouped(there),
                        Amounts.grouped(rounds.tablets),
                        THRESHOLD,
                        rounds.threshold()));
        case WAIT -> {
          target
              .waiting()
              .accept(
                  "%s tablets, there are %s at a threshold of %s bytes"
                      .formatted(
                          Amounts.grouped(rounds.tablets),
                          Amounts.grouped(there),
                          Amounts.grouped(rounds.threshold())));
          boolean unused = never.await(POLL);
        }
      }
    }
  }

  /**
   * How long without a split shows that none comes: a tablet server checks for tablets to split
   * once in each {@code tserver.compaction.major.delay} (Accumulo 2.1, {@code TabletServer}), so
   * that a server that has just checked may need as long again.
   */
  private static Duration settle(InstanceOperations instance) throws AccumuloException {
    try {
      return settle(instance.getSystemConfiguration());
    } catch (AccumuloSecurityException notForThisUser) {
      return settle(Map.of());
    }
  }

  /** Twice the time between two checks of a server: as configured, or else Accumulo's default. */
  static Duration settle(Map<String, String> system) {
    String delay = system.getOrDefault(MAJOR_DELAY, "30s");
    boolean plain = delay.chars().allMatch(Character::isDigit); // Accumulo then means seconds
    return Texts.parseDuration(plain ? delay + "s" : delay).multipliedBy(2);
  }

  private static int tablets(AccumuloClient client, String table) throws Exception {
    return client.tableOperations().listSplits(table).size() + 1;
  }
}
