// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Entries;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.PartRig;
import catena.read.check.RowChecker;
import catena.read.check.View;
import catena.records.latency.LatencyRecorder;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where readers begin, by a reader that looks at such a row and at the one it refers to. */
class StartRowsTest {
  private static final PaceSettings PACE = new PaceSettings("probe", "looks");

  @TempDir private Path temp;
  private ReaderInSteps reader;
  private final List<String> given = new ArrayList<>();

  /** What the first read of all comes to instead of an answer. */
  private Optional<RuntimeException> trouble = Optional.empty();

  /** As Accumulo names what an isolated scan throws whose tablet moves. */
  private static final class IsolationException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The reader of this test. */
  private final class Probe implements ReadActivity {
    @Override
    public Description description() {
      return reading(
              "probe",
              "look at rows",
              Stream.of(ReadSettings.ALL, PACE.all()).<Setting<?>>flatMap(List::stream).toList())
          .sharing(PACE.clients());
    }

    @Override
    public String operations() {
      return "looks";
    }

    @Override
    public PaceSettings.Pace pace(Settings own) {
      return PACE.pace(own);
    }

    @Override
    public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
      return context -> new Looking(context, given, trouble);
    }
  }

  private static final class Looking implements ReadPhase.Reader {
    private final ReaderContext context;
    private final StartRows starts;
    private final LatencyRecorder.Operation looks;
    private final Optional<RuntimeException> trouble;
    private boolean troubled;
    private View view;
    private Optional<StartRows.WalkedRow> row = Optional.empty();

    Looking(ReaderContext context, List<String> given, Optional<RuntimeException> trouble) {
      this.context = context;
      this.trouble = trouble;
      this.starts = new StartRows(context, given);
      this.looks = context.operation("look");
    }

    @Override
    public boolean isReady() throws Exception {
      view = context.drawView();
      row = starts.next(view);
      return row.isPresent();
    }

    @Override
    public boolean read(long due) throws Exception {
      RowChecker checker = context.rows(view);
      checker.begin();
      List<Entry> seen =
          visit(view, checker, NodeCodec.rowBytes(row.get().row()), Optional.empty(), due);
      for (Entry entry : seen) {
        if (NodeCodec.decode(entry) instanceof Decoded.Sound sound
            && sound.previous() != Decoded.NO_PREVIOUS) {
          byte[] next = NodeCodec.rowBytes(NodeCodec.rowText(sound.previous()));
          var unused = visit(view, checker, next, Optional.of(entry), due);
        }
      }
      checker.end();
      return true;
    }

    private List<Entry> visit(
        View view, RowChecker checker, byte[] row, Optional<Entry> referrer, long turn)
        throws Exception {
      long start = context.nanos();
      List<Entry> seen = context.answered(() -> read(view, row));
      context.read(looks, turn, start, context.nanos(), 1, seen);
      boolean unused = checker.row(row, seen, referrer);
      return seen;
    }

    private List<Entry> read(View view, byte[] row) throws Exception {
      List<Entry> seen = new ArrayList<>();
      if (trouble.isPresent() && !troubled) {
        troubled = true;
        throw trouble.get();
      }
      try (Scanner scanner =
          context
              .target()
              .client()
              .createScanner(context.target().table(), view.authorizations())) {
        scanner.setRange(new Range(new Text(row)));
        scanner.forEach((key, value) -> seen.add(Entries.of(key, value)));
      }
      return seen;
    }

    @Override
    public void close() {
      // keeps nothing open
    }
  }

  @BeforeEach
  void open() {
    reader = new ReaderInSteps(temp, 10);
  }

  @AfterEach
  void close() throws Exception {
    reader.close();
  }

  private List<String> starts() {
    return reader.askedRows();
  }

  @Test
  void theyAreDrawnFromWhatIsAcknowledged() throws Exception {
    reader.write(0);
    reader.intend(1);
    PartOutcome outcome = reader.read(40, new Probe());

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(starts()).hasSize(40).allMatch(reader.table::containsKey);
    assertThat(starts().stream().distinct()).hasSizeGreaterThan(5);
    assertThat(outcome.tally()).containsEntry("probe: looks", 40L);
  }

  @Test
  void anIsolatedScanThatCouldNotKeepARowWholeBeginsAgain() throws Exception {
    reader.write(0);
    trouble = Optional.of(new RuntimeException(new IsolationException()));
    PartOutcome outcome = reader.read(5, new Probe());
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("probe: looks", 5L);
    assertThat(starts()).hasSize(5);
  }

  @Test
  void whatElseFailsIsNotTriedAgain() throws Exception {
    reader.write(0);
    trouble = Optional.of(new IllegalStateException("planted"));
    assertThatThrownBy(() -> reader.read(5, new Probe()))
        .hasMessage("Table t could not be read: planted");
  }

  @Test
  void givenRowsAreTakenAsTheyAre() throws Exception {
    reader.write(0);
    given.add(reader.row(0, 3));
    PartOutcome unused = reader.read(5, new Probe());
    assertThat(starts()).hasSize(5).containsOnly(reader.row(0, 3));
  }

  @Test
  void whereNoLedgerHasAnyTheFirstRowFromARandomOneIsTaken() throws Exception {
    reader.put(0);
    PartOutcome outcome = reader.read(20, new Probe());

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anySatisfy(why -> assertThat(why).contains("no ledger was given"));
    assertThat(outcome.tally()).containsEntry("probe: rows", 20L);
    assertThat(reader.shaped).contains("setBatchSize 1", "setConsistencyLevel IMMEDIATE");
  }

  @Test
  void theStartOfAnEmptyTableIsAwaited() throws Exception {
    PartOutcome outcome = reader.readAll(new Probe(), "read.start.limit", "1s");

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(reader.waited).hasSize(5).containsOnly(Duration.ofMillis(200));
  }

  @Test
  void whatComesWhileItIsAwaitedIsTaken() throws Exception {
    int[] reads = new int[1];
    reader.beforeRead =
        () -> {
          if (++reads[0] == 5) {
            reader.put(0);
          }
        };
    PartOutcome outcome = reader.read(1, new Probe(), "read.start.limit", "1m");
    assertThat(outcome.tally()).containsEntry("probe: rows", 1L);
    assertThat(reader.waited).hasSize(2);
  }

  @Test
  void aReadThatIsNotAnsweredIsMadeAgainAndCounted() throws Exception {
    reader.write(0);
    reader.failures.add(new TimedOutException("planted"));
    reader.failures.add(new TimedOutException("planted"));
    PartOutcome outcome = reader.read(1, new Probe());
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("probe: timed out", 2L);
  }

  @Test
  void anotherFailureIsSaidInWords() throws Exception {
    reader.write(0);
    reader.failures.add(new IllegalStateException("planted"));
    assertThatThrownBy(() -> reader.read(1, new Probe()))
        .isInstanceOf(ReadFailure.class)
        .hasMessageContaining("planted");
  }

  @Test
  void withoutAGraphChecksumsAndReferencesAreChecked() throws Exception {
    reader.plain = true;
    reader.put(0);
    reader.put(1);
    given.add(reader.row(1, 0));
    PartOutcome sound = reader.read(2, new Probe());
    assertThat(sound.verdict()).as(sound.toString()).isEqualTo(Verdict.PASS);
    assertThat(sound.tally()).containsEntry("probe: sound", 4L);
    assertThat(sound.reasons()).anySatisfy(why -> assertThat(why).contains("t has no graph"));

    Entry entry = reader.table.get(reader.row(1, 0));
    String previous = NodeCodec.rowText(((Decoded.Sound) NodeCodec.decode(entry)).previous());
    Entry kept = reader.table.remove(previous);
    PartOutcome dangling = reader.read(1, new Probe());
    assertThat(dangling.findings()).containsOnlyKeys(FindingKind.UNDEFINED);
    reader.table.put(previous, kept);

    byte[] value = entry.value().clone();
    value[value.length - 1] ^= 1;
    reader.table.put(
        reader.row(1, 0),
        new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value));
    PartOutcome corrupt = reader.read(1, new Probe());
    assertThat(corrupt.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(corrupt.findings()).containsOnlyKeys(FindingKind.CORRUPT);
    assertThat(corrupt.tally()).doesNotContainKey("probe: sound");
  }

  @Test
  void anActivityThatReadsIsWhatItsSettingsSay() throws Exception {
    Probe probe = new Probe();
    assertThat(probe.description().effect()).isEqualTo(Effect.READS);
    assertThat(probe.description().is(Trait.BESIDE_OTHERS)).isTrue();
    assertThat(probe.description().clients().orElseThrow().key()).isEqualTo("probe.clients");
    assertThat(probe.forecast(PartRig.settings(probe)).endless()).isTrue();
    assertThat(probe.forecast(PartRig.settings(probe, "probe.count", "3")).endless()).isFalse();
    assertThat(probe.forecast(PartRig.settings(probe, "probe.duration", "1s")).endless()).isFalse();
    assertThat(probe.forecast(PartRig.settings(probe, "probe.duration", "2s")))
        .satisfies(
            forecast -> {
              assertThat(forecast.words()).isEqualTo("1 client");
              assertThat(forecast.limit()).contains(Duration.ofSeconds(2));
            });
    assertThat(probe.forecast(PartRig.settings(probe, "probe.clients", "2000")).words())
        .isEqualTo("2,000 clients");
    assertThat(probe.scope(PartRig.settings(probe, "read.runs", "a,b")).runs())
        .containsExactly("a", "b");
    try (PartRig rig = new PartRig(temp.resolve("rig"))) {
      assertThat(rig.problems(probe)).isEmpty();
      assertThat(rig.problems(probe, "probe.rate", "5", "read.wait", "1s"))
          .singleElement()
          .asString()
          .contains("exclude each other");
    }
  }

  @Test
  void aTableMustBeThereOnlineAndReadable() throws Exception {
    try (PartRig rig = new PartRig(temp.resolve("rig"))) {
      refuses(rig, "There is no table ci");
      var table = rig.instance.table("ci");
      assertThat(new Probe().target(rig.site(), PartRig.settings(new Probe())).tableId())
          .isEqualTo(table.id);
      table.online = false;
      refuses(rig, "Table ci is offline");
      table.online = true;
      rig.instance.denied.add("READ");
      refuses(rig, "may not read table ci");
      rig.instance.denied.clear();
      rig.instance.authorizations = new Authorizations("A");
      assertThatThrownBy(
              () ->
                  new Probe()
                      .target(rig.site(), PartRig.settings(new Probe(), "read.auths", "A|B")))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("B");
      table.properties.put(catena.harness.accumulo.TableGraph.PREFIX + "version", "99");
      refuses(rig, "has a graph that this version cannot read");
    }
  }

  private void refuses(PartRig rig, String words) {
    assertThatThrownBy(() -> new Probe().target(rig.site(), PartRig.settings(new Probe())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(words);
  }
}
