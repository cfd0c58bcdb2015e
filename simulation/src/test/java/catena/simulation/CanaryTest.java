// SPDX-License-Identifier: Apache-2.0
package catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.judge.Promise;
import catena.graph.judge.Spans;
import catena.ingest.write.BulkLoader;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.simulation.oracle.Expected;
import catena.simulation.oracle.Said;
import catena.simulation.oracle.Truth;
import catena.simulation.process.Sabotage;
import catena.simulation.table.Cell;
import catena.simulation.world.Plan;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.accumulo.core.client.BatchWriter;
import org.junit.jupiter.api.Test;

/** The tester's tester: checks that are broken on purpose are noticed within the tested seeds. */
final class CanaryTest {
  private static final int SEEDS = 175;

  /** A seed at which the simulation notices. */
  private static long noticed(Sabotage sabotage) throws Exception {
    return noticed(sabotage, 0);
  }

  /** The same, looked for from a seed near the one that has an occasion, and then in all others. */
  private static long noticed(Sabotage sabotage, int first) throws Exception {
    try (Simulation simulation = new Simulation(sabotage)) {
      for (int i = 0; i < SEEDS; i++) {
        long seed = (first + i) % SEEDS;
        if (!simulation.run(seed).isRight()) {
          return seed;
        }
      }
    }
    return SEEDS;
  }

  /** Of as many worlds, most of which have rows of several cells. */
  private static boolean isNoticedInCells(Sabotage sabotage) throws Exception {
    try (Simulation simulation = new Simulation(sabotage)) {
      for (int i = 0; i < SEEDS; i++) {
        if (!simulation.run(Plan.CELLS_FROM + i).isRight()) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void aJudgeThatDoesNotReadRowsAsAWholeIsNoticed() throws Exception {
    Sabotage inParts =
        new Sabotage() {
          @Override
          public boolean isolated(boolean right) {
            return false;
          }
        };

    assertThat(isNoticedInCells(inParts)).isTrue();
  }

  @Test
  void aPromiseThatIsAlwaysEmptyIsNoticed() throws Exception {
    Sabotage empty =
        new Sabotage() {
          @Override
          public Ledgers.LedgerSnapshot ledgers(Ledgers.LedgerSnapshot read) {
            return new Ledgers.LedgerSnapshot(Promise.NONE, read.doubts(), read.ledgers());
          }
        };

    assertThat(noticed(empty)).isLessThan(SEEDS);
  }

  @Test
  void aPromiseThatForgetsItsLastWindowIsNoticed() throws Exception {
    Sabotage shortened =
        new Sabotage() {
          @Override
          public Ledgers.LedgerSnapshot ledgers(Ledgers.LedgerSnapshot read) {
            Map<Integer, Promise.Progress> writers = new TreeMap<>();
            read.promise()
                .writers()
                .forEach((writer, progress) -> writers.put(writer, begun(progress)));
            return new Ledgers.LedgerSnapshot(new Promise(writers), read.doubts(), read.ledgers());
          }
        };

    assertThat(noticed(shortened)).isLessThan(SEEDS);
  }

  @Test
  void aJudgeThatDoesNotKnowOfTiesIsNoticed() throws Exception {
    Sabotage untied =
        new Sabotage() {
          @Override
          public Ledgers.LedgerSnapshot ledgers(Ledgers.LedgerSnapshot read) {
            Promise promise = read.promise();
            return new Ledgers.LedgerSnapshot(
                new Promise(promise.writers(), promise.everyVersion(), false),
                read.doubts(),
                read.ledgers());
          }
        };

    assertThat(noticed(untied, 80)).isLessThan(SEEDS);
  }

  @Test
  void aJudgeThatDoesNotCountVersionsIsNoticed() throws Exception {
    Sabotage uncounted =
        new Sabotage() {
          @Override
          public Ledgers.LedgerSnapshot ledgers(Ledgers.LedgerSnapshot read) {
            Promise promise = read.promise();
            return new Ledgers.LedgerSnapshot(
                new Promise(promise.writers(), false, promise.mayTie()),
                read.doubts(),
                read.ledgers());
          }
        };

    assertThat(noticed(uncounted)).isLessThan(SEEDS);
  }

  @Test
  void aPromiseThatForgetsWhatWasImportedIsNoticed() throws Exception {
    Sabotage forgetful =
        new Sabotage() {
          @Override
          public Ledgers.LedgerSnapshot ledgers(Ledgers.LedgerSnapshot read) {
            Map<Integer, Promise.Progress> writers = new TreeMap<>();
            read.promise()
                .writers()
                .forEach(
                    (writer, it) ->
                        writers.put(
                            writer,
                            new Promise.Progress(
                                it.acknowledged(), it.attempted(), it.resent(), Spans.NONE)));
            Promise promise = read.promise();
            return new Ledgers.LedgerSnapshot(
                new Promise(writers, promise.everyVersion(), promise.mayTie()),
                read.doubts(),
                read.ledgers());
          }
        };

    assertThat(noticed(forgetful, 90)).isLessThan(SEEDS);
  }

  /** All of the last block is indeterminate. */
  private static Promise.Progress begun(Promise.Progress progress) {
    return new Promise.Progress(
        new catena.graph.Position(progress.acknowledged().block(), 0, 0),
        progress.attempted(),
        progress.resent(),
        Spans.NONE);
  }

  @Test
  void aCheckThatTakesEveryTenthRowForRightIsNoticed() throws Exception {
    Sabotage blind =
        new Sabotage() {
          @Override
          public Entry scanned(Entry entry, Truth truth) {
            Truth.Held held = truth.ofRow(Cell.text(entry.row()));
            boolean skipped = held != null && Cell.text(entry.row()).hashCode() % 10 == 0;
            return skipped && held.last() != null ? held.entry(held.last()) : entry;
          }
        };

    assertThat(noticed(blind)).isLessThan(SEEDS);
  }

  @Test
  void aSettlementThatSeesWhatItHopesForIsNoticed() throws Exception {
    Sabotage hopeful =
        new Sabotage() {
          @Override
          public Lookup lookup(Lookup right, Truth truth) {
            return rows -> {
              Map<String, List<Entry>> found = new HashMap<>(right.rows(rows));
              for (String row : rows) {
                Truth.Held held = truth.ofRow(row);
                if (held != null && held.last() != null) {
                  found.put(row, new ArrayList<>(List.of(held.entry(held.last()))));
                }
              }
              return found;
            };
          }
        };

    assertThat(noticed(hopeful)).isLessThan(SEEDS);
  }

  @Test
  void aJudgeThatThinksItMaySeeNothingIsNoticed() throws Exception {
    Sabotage blindfold =
        new Sabotage() {
          @Override
          public Predicate<String> visible(Predicate<String> right) {
            return any -> false;
          }
        };

    assertThat(noticed(blindfold)).isLessThan(SEEDS);
  }

  @Test
  void aVerdictThatDropsDoubtsIsNoticed() throws Exception {
    Sabotage sure =
        new Sabotage() {
          @Override
          public Said verified(Said said) {
            return said.verdict() == Verdict.UNKNOWN
                ? new Said(Verdict.PASS, said.expected(), said.counts())
                : said;
          }
        };

    assertThat(noticed(sure)).isLessThan(SEEDS);
  }

  @Test
  void aJoinThatFindsNothingIsNoticed() throws Exception {
    Sabotage loose =
        new Sabotage() {
          @Override
          public Said joined(Said said) {
            return new Said(Verdict.PASS, new Expected(Expected.none(), List.of()), Map.of());
          }
        };

    assertThat(noticed(loose)).isLessThan(SEEDS);
  }

  @Test
  void aJoinThatDoesNotAskTheLedgersIsNoticed() throws Exception {
    Sabotage alone =
        new Sabotage() {
          @Override
          public Ledgers.LedgerSnapshot referred(Ledgers.LedgerSnapshot read) {
            return new Ledgers.LedgerSnapshot(Promise.NONE, read.doubts(), read.ledgers());
          }
        };

    assertThat(noticed(alone, 40)).isLessThan(SEEDS);
  }

  @Test
  void aWriterThatTakesAnImportUnderWayForNoneIsNoticed() throws Exception {
    Sabotage hasty =
        new Sabotage() {
          @Override
          public BulkLoader.End revoked(BulkLoader.End right) {
            return BulkLoader.End.NOTHING;
          }
        };

    assertThat(noticed(hasty)).isLessThan(SEEDS);
  }

  @Test
  void aCoordinatorThatIsSureOfWhatTheDeadHadInHandIsNoticed() throws Exception {
    Sabotage sure =
        new Sabotage() {
          @Override
          public PartOutcome shared(PartOutcome right) {
            return right.verdict() == Verdict.UNKNOWN ? PartOutcome.NOTHING : right;
          }
        };

    assertThat(noticed(sure)).isLessThan(SEEDS);
  }

  @Test
  void aCoordinatorThatCountsFindingsTwiceIsNoticed() throws Exception {
    Sabotage twice =
        new Sabotage() {
          @Override
          public PartOutcome shared(PartOutcome right) {
            return right.and(right);
          }
        };

    assertThat(noticed(twice, 80)).isLessThan(SEEDS);
  }

  @Test
  void clientsWhoseWritesAreTakenForAcknowledgedAtOnceAreNoticed() throws Exception {
    Sabotage hasty =
        new Sabotage() {
          @Override
          public BatchWriter operating(BatchWriter right) {
            return (BatchWriter)
                Proxy.newProxyInstance(
                    CanaryTest.class.getClassLoader(),
                    new Class<?>[] {BatchWriter.class},
                    (self, method, given) ->
                        method.getName().equals("flush") ? null : method.invoke(right, given));
          }
        };

    assertThat(noticed(hasty, 30)).isLessThan(SEEDS);
  }

  @Test
  void aCopyThatLeavesOutWhatItHasReadIsNoticed() throws Exception {
    Sabotage leaky =
        new Sabotage() {
          @Override
          public boolean isCopied(Entry entry) {
            return Cell.text(entry.row()).hashCode() % 100 != 0;
          }
        };

    assertThat(noticed(leaky)).isLessThan(SEEDS);
  }

  @Test
  void aCopyWhoseLastRowsAreNotJudgedIsNoticed() throws Exception {
    Sabotage unsettled =
        new Sabotage() {
          @Override
          public boolean settlesCopies() {
            return false;
          }
        };

    assertThat(noticed(unsettled)).isLessThan(SEEDS);
  }

  @Test
  void aCopyThatDoesNotAskWhatWasWrittenMeanwhileIsNoticed() throws Exception {
    Sabotage sure =
        new Sabotage() {
          @Override
          public boolean isComplete(boolean right, boolean whole) {
            return whole;
          }
        };

    assertThat(noticed(sure, 40)).isLessThan(SEEDS);
  }

  @Test
  void aReaderThatForgetsItsMissingRowsIsNoticed() throws Exception {
    Sabotage forgetful =
        new Sabotage() {
          @Override
          public boolean forgetsRereads() {
            return true;
          }
        };

    assertThat(noticed(forgetful)).isLessThan(SEEDS);
  }
}
