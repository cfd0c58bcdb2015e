// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.verdict.Verdict;
import catena.report.history.FaultCost;
import catena.report.history.FaultCost.Dip;
import catena.report.history.FaultCost.Outage;
import catena.report.history.FaultCosts;
import catena.report.history.RunHistory;
import catena.report.page.FaultTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What faults cost, of journals into which rates, gaps and silences were planted. */
class FaultCostsTest {
  private static final long T0 = RunFiles.BEGIN;
  private static final int SECONDS = 400;
  private static final int KILLED = 200;

  @TempDir private Path directory;

  private final List<Event> faults = new ArrayList<>();

  private RunFiles files() {
    return new RunFiles(directory);
  }

  /** A writer that acknowledges a window a second, of so many entries; none of a second with 0. */
  private void writer(int number, int toldUntil, LongUnaryOperator entries) {
    String client = ClientName.writer("ingest", number);
    List<Event> events = new ArrayList<>();
    events.add(new Event.ClientStarted(T0, client, "ingest"));
    long last = T0;
    for (int second = 0; second < toldUntil; second++) {
      long n = entries.applyAsLong(second);
      if (n > 0) {
        long at = T0 + (second + 1) * 1000L;
        // The window that comes after a gap is sent when the gap is over.
        long nanos = Math.min(at - last, 1000) * 1_000_000;
        events.add(new Event.Flush(at, client, number, 0, second, n, 0, nanos, nanos));
        last = at;
      }
    }
    if (toldUntil == SECONDS) {
      events.add(new Event.ClientStopped(T0 + SECONDS * 1000L, client, "done"));
    }
    files().events(client, events);
  }

  private void writers(LongUnaryOperator entries) {
    writer(0, SECONDS, entries);
    writer(1, SECONDS, entries);
  }

  private void fault(int id, String kind, String target, int begin, int recovered) {
    long at = T0 + begin * 1000L;
    faults.add(new Event.FaultStarted(at, "agitate", id, kind, List.of(target), at, List.of()));
    faults.add(new Event.FaultDone(at, "agitate", id));
    faults.add(new Event.FaultProven(at, "agitate", id, "gone"));
    if (recovered > 0) {
      long whole = T0 + recovered * 1000L;
      faults.add(new Event.FaultHealed(whole, "agitate", id, "started"));
      faults.add(new Event.FaultRecovered(whole, "agitate", id, new TreeMap<>()));
    }
  }

  private RunHistory run() throws Exception {
    long end = T0 + SECONDS * 1000L;
    files()
        .events("agitate", faults)
        .events(
            "run",
            new Event.RunStarted(T0, "run", "agitated"),
            new Event.PhaseStarted(T0, "run", "ingest+walk+agitate"),
            new Event.PhaseEnded(end, "run", "ingest+walk+agitate", "done"),
            new Event.RunEnded(end, "run", Verdict.PASS));
    return files().read();
  }

  private List<FaultCost> costs() throws Exception {
    return run().costs().faults();
  }

  private static boolean between(long second, int from, int to) {
    return from <= second && second < to;
  }

  @Test
  void aSteadyRateHasNoDip() throws Exception {
    writers(second -> 5_000);
    fault(1, "kill", "datanode-1", KILLED, KILLED + 16);

    RunHistory run = run();

    assertThat(run.costs().faults().get(0).writes().dip())
        .hasValue(new Dip(0, 0, true, SECONDS - KILLED, true));
    assertThat(run.costs().faults().get(0).writes().silence()).hasValue(new Outage(1, true, 0));
    assertThat(FaultTables.costs(run).texts())
        .containsExactly(List.of("1", "kill datanode", "none", "–", "1 s", "–", "–", "–"));
    assertThat(run.costs().usual())
        .singleElement()
        .satisfies(
            usual -> {
              assertThat(usual.rates().orElseThrow().usual()).isEqualTo(10_000);
              assertThat(usual.rates().orElseThrow().width()).isEqualTo(1);
              // All but 10 s at the begin, the 16 s of the fault and the second in which it ended,
              // and 30 s after it.
              assertThat(usual.quietSeconds()).isEqualTo(SECONDS - 10 - 17 - 30);
            });
  }

  @Test
  void aGapIsAsLongAsItWas() throws Exception {
    writers(second -> between(second, KILLED, KILLED + 38) ? 0 : 5_000);
    fault(1, "kill", "tserver-2@h:1", KILLED, KILLED + 60);

    FaultCost.Loss loss = costs().get(0).writes();

    assertThat(loss.dip()).hasValue(new Dip(1, 38, true, SECONDS - KILLED, true));
    assertThat(loss.silence()).hasValue(new Outage(39, true, 0)); // the last one was a second ago
  }

  @Test
  void halfOfTheRateIsHalfADip() throws Exception {
    writers(second -> between(second, KILLED + 5, KILLED + 25) ? 2_500 : 5_000);
    fault(1, "pause", "tserver-2@h:1", KILLED, KILLED + 10);

    assertThat(costs().get(0).writes().dip())
        .as("it began while the fault was open and is followed to its end")
        .hasValue(new Dip(0.5, 20, true, SECONDS - KILLED, true));
  }

  @Test
  void aGapWithoutAnEndIsLongerThanWhatWasSeen() throws Exception {
    writers(second -> second >= KILLED ? 0 : 5_000);
    fault(1, "kill", "tserver-2@h:1", KILLED, KILLED + 20);
    fault(2, "kill", "tserver-1@h:1", KILLED + 47, 0);

    RunHistory run = run();

    assertThat(run.costs().faults().get(0).writes().dip())
        .as("until the next fault")
        .hasValue(new Dip(1, 47, false, 47, true));
    assertThat(run.costs().faults().get(1).writes().dip())
        .as("until the end of the phase")
        .hasValue(new Dip(1, 153, false, 153, true));
    assertThat(run.costs().faults().get(0).writes().silence()).hasValue(new Outage(200, false, 0));
    assertThat(FaultTables.costs(run).texts().get(0))
        .startsWith("1", "kill tserver", "100 %", "> 47 s", "> 3m20s");
  }

  @Test
  void catchingUpFromTheFaultBeforeIsNotUsual() throws Exception {
    // 60 s before the second fault ingest stands still; then it catches up at 2.6 times its rate.
    writers(
        second ->
            between(second, KILLED, KILLED + 30)
                ? 0
                : between(second, KILLED + 30, KILLED + 60) ? 13_000 : 5_000);
    fault(1, "kill", "tserver-2@h:1", KILLED, KILLED + 40);
    fault(2, "kill", "manager-1@h:1", KILLED + 60, KILLED + 70);

    List<FaultCost> costs = costs();

    assertThat(costs.get(0).writes().dip()).hasValue(new Dip(1, 30, true, 60, true));
    assertThat(costs.get(1).writes().dip()).hasValue(new Dip(0, 0, true, 140, true));
  }

  @Test
  void aWitnessCountsOnlyAsFarAsItsJournalGoes() throws Exception {
    writer(0, SECONDS, second -> 5_000);
    writer(1, KILLED + 3, second -> 5_000); // its journal ends here
    fault(1, "kill", "datanode-1", KILLED, KILLED + 16);

    assertThat(costs().get(0).writes().dip())
        .as("the other one goes on as ever")
        .hasValue(new Dip(0, 0, true, SECONDS - KILLED, true));
  }

  @Test
  void anIntervalWithoutAJournalIsNoDip() throws Exception {
    writer(0, KILLED + 12, second -> 5_000);
    fault(1, "kill", "datanode-1", KILLED, KILLED + 30);

    RunHistory run = run();

    assertThat(run.costs().faults().get(0).writes().dip()).hasValue(new Dip(0, 0, true, 12, false));
    assertThat(FaultTables.costs(run).texts().get(0).get(2)).isEqualTo("none in 12 s");
  }

  @Test
  void aClientThatIsStartedAgainReportedNothingWhileItWasGone() throws Exception {
    String client = ClientName.writer("ingest", 0);
    writer(0, KILLED, second -> 5_000);
    List<Event> again = new ArrayList<>();
    again.add(new Event.ClientStarted(T0 + 250_000, client, "ingest"));
    for (int s = 251; s < SECONDS; s++) {
      again.add(
          new Event.Flush(T0 + s * 1000L, client, 0, 0, s, 5_000, 0, 1_000_000_000, 1_000_000_000));
    }
    files().events(client + "-again", again);
    writer(1, SECONDS, second -> 5_000);
    fault(1, "kill", "datanode-1", KILLED - 5, KILLED + 30);

    assertThat(costs().get(0).writes().dip())
        .hasValue(new Dip(0, 0, true, SECONDS - KILLED + 5, true));
  }

  @Test
  void withTooFewQuietSecondsNothingIsUsual() throws Exception {
    writers(second -> between(second, 25, 40) ? 0 : 5_000);
    fault(1, "kill", "tserver-1@h:1", 25, 0);

    RunHistory run = run();

    assertThat(run.costs().faults().get(0).writes().dip()).isEmpty();
    assertThat(run.costs().faults().get(0).writes().silence()).hasValue(new Outage(16, true, 0));
    assertThat(FaultTables.costs(run).note())
        .contains(
            "of the " + FaultCosts.FEWEST_QUIET + " quiet seconds that it takes there are 15");
  }

  @Test
  void anUnevenRateIsTakenOverSoLongThatItIsEven() throws Exception {
    // A window every third second, and none for 36 s.
    LongUnaryOperator bursts =
        second -> second % 3 != 0 || between(second, KILLED + 1, KILLED + 37) ? 0 : 9_000;
    reader(0, SECONDS, 10, bursts);
    fault(1, "kill", "tserver-2@h:1", KILLED + 1, KILLED + 50);

    RunHistory run = run();

    assertThat(run.costs().usual())
        .singleElement()
        .satisfies(usual -> assertThat(usual.rates().orElseThrow().width()).isGreaterThan(2));
    assertThat(run.costs().faults().get(0).reads().dip().orElseThrow())
        .satisfies(
            dip -> {
              assertThat(dip.depth()).isEqualTo(1);
              assertThat(dip.seconds())
                  .as("to the seconds over which rates are taken")
                  .isCloseTo(
                      36, within(1.0 * run.costs().usual().get(0).rates().orElseThrow().width()));
              assertThat(dip.ended()).isTrue();
            });
  }

  /**
   * A reader that reports every so many seconds, with a count for each if the interval is above 1.
   */
  private void reader(int number, int toldUntil, int every, LongUnaryOperator rows) {
    String client = ClientName.reader("walk", number);
    List<Event> events = new ArrayList<>();
    events.add(new Event.ClientStarted(T0, client, "walk"));
    for (int s = every; s <= toldUntil; s += every) {
      List<Long> counts = new ArrayList<>();
      for (int second = s - every; second < s; second++) {
        counts.add(rows.applyAsLong(second));
      }
      events.add(done(client, s, every, counts, true));
    }
    files().events(client, events);
  }

  private static Event done(String client, int s, int every, List<Long> counts, boolean finely) {
    long rows = counts.stream().mapToLong(n -> n).sum();
    return new Event.Throughput(
        T0 + s * 1000L,
        client,
        false,
        every,
        rows,
        rows,
        rows,
        0,
        0,
        0,
        finely ? counts : List.of());
  }

  @Test
  void aPauseIsSeenToTheSecondInWhatReadersCount() throws Exception {
    reader(0, SECONDS, 10, second -> between(second, KILLED + 3, KILLED + 11) ? 0 : 20);
    fault(1, "pause", "tserver-1@h:1", KILLED + 3, KILLED + 12);

    FaultCost.Loss loss = costs().get(0).reads();

    assertThat(loss.dip()).hasValue(new Dip(1, 8, true, SECONDS - KILLED - 3, true));
    assertThat(loss.silence().orElseThrow().seconds()).isCloseTo(8, within(0.01));
  }

  @Test
  void reportsEveryTenSecondsShowNoSilenceOfEight() throws Exception {
    String client = ClientName.reader("walk", 0);
    List<Event> events = new ArrayList<>();
    for (int s = 10; s <= SECONDS; s += 10) {
      long rows = s == KILLED + 10 ? 40 : 200;
      events.add(done(client, s, 10, Collections.nCopies(10, rows / 10), false));
    }
    files().events(client, events);
    fault(1, "pause", "tserver-1@h:1", KILLED, KILLED + 12);

    RunHistory run = run();

    assertThat(run.costs().faults().get(0).reads().silence()).hasValue(new Outage(0, true, 20));
    assertThat(FaultTables.costs(run).texts().get(0)).endsWith("80 %", "10 s", "< 20 s");
    assertThat(FaultTables.costs(run).note()).contains("reports every 10 s");
  }

  @Test
  void aSilenceInWhichTheLastReaderStoppedIsOpen() throws Exception {
    // The fault makes readers fail at once: the last one stops 0.4 s after its last row.
    String client = ClientName.reader("walk", 0);
    reader(0, KILLED, 1, second -> 20);
    files()
        .events(
            client + "-end",
            new Event.ClientStopped(T0 + KILLED * 1000L + 400, client, "the table is offline"));
    fault(1, "offline", "ci", KILLED, KILLED + 8);

    RunHistory run = run();

    assertThat(run.costs().faults().get(0).reads().silence()).hasValue(new Outage(0.4, false, 0));
    assertThat(FaultTables.costs(run).texts().get(0)).endsWith("> 0.40 s");
  }

  @Test
  void readersThatGoOnUntilTheFaultIsOverSawItsEnd() throws Exception {
    reader(0, KILLED + 9, 1, second -> 20);
    fault(1, "flush", "ci", KILLED, KILLED + 8);

    assertThat(FaultTables.costs(run()).texts().get(0)).endsWith("< 1 s");
  }

  @Test
  void aPauseWithoutAnAcknowledgementIsSeenWithoutKnowingWhatIsUsual() throws Exception {
    String client = ClientName.writer("ingest", 0);
    List<Event> events = new ArrayList<>();
    events.add(new Event.ClientStarted(T0, client, "ingest"));
    long last = T0;
    for (long at = T0 + 350; at < T0 + SECONDS * 1000L; at += 350) {
      if (at <= T0 + 12_000 || at >= T0 + 12_000 + 16_900) {
        events.add(
            new Event.Flush(at, client, 0, 0, 0, 3_500, 0, 300_000_000, (at - last) * 1_000_000));
        last = at;
      }
    }
    files().events(client, events);
    fault(1, "pause", "tserver-1@h:1", 12, 30);

    Outage silence = costs().get(0).writes().silence().orElseThrow();

    assertThat(silence.seconds()).isCloseTo(16.9, within(0.5));
    assertThat(silence.ended()).isTrue();
  }

  @Test
  void theTableStandsInTextAndCsv() throws Exception {
    writers(second -> between(second, KILLED, KILLED + 38) ? 0 : 5_000);
    fault(1, "kill", "tserver-2@h:1", KILLED, KILLED + 60);
    run();

    assertThat(files().report()).contains("What each fault cost", "None acknowledged for");
    assertThat(Files.readString(directory.resolve("report/costs.csv")))
        .contains("1,kill tserver,1,38,39");
    assertThat(Files.readString(directory.resolve("report.txt")))
        .contains("ingest dip 100 %; ingest low for 38 s;");
  }
}
