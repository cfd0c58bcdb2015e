// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.harness.accumulo.Entries;
import catena.harness.command.Terminal;
import catena.ingest.moru.CopyJudge;
import catena.ingest.moru.CopyMapper.RowCopy;
import catena.read.check.FindingEvidence;
import catena.read.check.Frontier;
import catena.read.check.Ledgers;
import catena.read.check.RangeMerge;
import catena.read.check.SeenFindings;
import catena.read.check.SeenRow;
import catena.read.check.View;
import catena.records.journal.Event;
import catena.records.verdict.PartOutcome;
import catena.simulation.client.FakeBatchWriter;
import catena.simulation.oracle.Expected;
import catena.simulation.oracle.Said;
import catena.simulation.table.Table;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import catena.verify.row.RowRange;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.data.Range;

/**
 * One copy of the simulated table into another: its real tasks, one after the other and some of
 * them again, and the real judge of what they say.
 */
public final class Copy {
  /** As Hadoop's. */
  private static final int MOST_ATTEMPTS = 4;

  private static final double FAILS = 0.003;
  private static final Terminal NOWHERE = new Terminal(print(), print());

  private final World world;
  private final Plan plan;
  private final Graph graph;
  private final Table target;
  private final Source source;
  private final Sabotage sabotage;
  private final Map<FindingKind, Set<String>> found = Expected.none();
  private Optional<FakeBatchWriter> writer = Optional.empty();
  private boolean whole = true;
  private boolean unchanged;
  private boolean complete;
  private String promise = "";

  /**
   * The table that is copied, as its user sees it.
   *
   * @param ledgers say what it holds
   * @param ranges fill it
   */
  public record Source(View view, Ledgers ledgers, List<RowRange> ranges, Scans scans) {}

  /** Scans the source. */
  @FunctionalInterface
  public interface Scans {
    /** All entries of a range. */
    RangeMerge.Scan open(Range range);
  }

  /**
   * A copy that has not begun.
   *
   * @param target takes it
   */
  public Copy(World world, Plan plan, Graph graph, Source source, Table target, Sabotage sabotage) {
    this.world = world;
    this.plan = plan;
    this.graph = graph;
    this.source = source;
    this.target = target;
    this.sabotage = sabotage;
  }

  private static PrintStream print() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  /** Copies, and says what it has come to. */
  public Said run() throws Exception {
    Ledgers ledgers = source.ledgers;
    Ledgers.LedgerSnapshot before = ledgers.read();
    promise = Frontier.fingerprint(before.promise());
    CopyJudge judge =
        new CopyJudge(
            "moru",
            "simulated",
            "copy",
            ledgers,
            graph,
            before,
            source.view,
            world.clock(),
            new SeenFindings(
                Optional.of(new FindingEvidence(graph, before::promise, ledgers)),
                this::take,
                NOWHERE,
                0));
    Expectation expectation = new Expectation(graph, before.promise(), source.view.visible());
    for (RowRange range : source.ranges) {
      whole &= task(range, expectation, judge);
    }
    if (sabotage.settlesCopies()) {
      judge.finish();
    }
    if (whole) {
      judge.copied();
    }
    judge.compare();
    unchanged = judge.isComplete();
    complete = sabotage.isComplete(unchanged, whole);
    PartOutcome outcome = judge.outcome(Duration.ZERO);
    return new Said(outcome.verdict(), new Expected(found, outcome.reasons()), outcome.findings());
  }

  private void take(Event event) {
    if (event instanceof Event.FindingSeen seen) {
      world.note("a copy finds " + seen.finding().kind() + " in " + seen.finding().row());
      Expected.add(found, seen.finding().kind(), seen.finding().row());
    }
  }

  /** Whether one of its attempts has copied a range; only that one counts. */
  private boolean task(RowRange range, Expectation expectation, CopyJudge judge) throws Exception {
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
      List<SeenRow> rows = new ArrayList<>();
      RowCopy copy = new RowCopy(expectation, world.clock(), this::write, rows::add);
      try {
        attempt(range, copy);
      } catch (IOException e) {
        world.note("a task of a copy fails: " + e.getMessage());
        continue;
      }
      judge.task(copy.read(), copy.exact());
      for (SeenRow row : rows) {
        judge.add(row);
      }
      return true;
    }
    judge.doubt("a task has failed too often");
    return false;
  }

  private void attempt(RowRange range, RowCopy copy) throws Exception {
    FakeBatchWriter opened =
        new FakeBatchWriter(world, target, plan.buffer(), plan.timeoutMillis());
    writer = Optional.of(opened);
    try {
      RangeMerge.Scan scan = source.scans.open(range.toRange());
      for (Entry entry = scan.next(); entry != null; entry = scan.next()) {
        copy.entry(entry);
      }
      copy.end();
      opened.flush();
      opened.close();
    } catch (AccumuloException e) {
      throw new IOException(e);
    } finally {
      opened.die();
    }
  }

  private void write(Entry entry) throws IOException {
    if (world.chance(FAILS)) {
      throw new IOException("planted");
    }
    try {
      if (sabotage.isCopied(entry)) {
        writer.orElseThrow().addMutation(Entries.put(entry));
      }
    } catch (AccumuloException e) {
      throw new IOException(e);
    }
  }

  /** Its process has died. */
  void die() {
    writer.ifPresent(FakeBatchWriter::die);
  }

  /** What it was copied into. */
  public Table target() {
    return target;
  }

  /** Whether all tasks have come to their end. */
  public boolean isWhole() {
    return whole;
  }

  /** Whether ledgers were unchanged when it was over, and have grown since: nobody verifies it. */
  public boolean isOvertaken(Promise now) {
    return unchanged && !promise.equals(Frontier.fingerprint(now));
  }

  /** Whether it is taken for all that the table holds. */
  public boolean isComplete() {
    return complete;
  }
}
