// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.records.history.Causes;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.run.GraphFile;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/** A run directory whose every event is written by hand; times are seconds. */
final class HandWrittenRun implements AutoCloseable {
  static final String TABLE_ID = "2";
  static final String ONE = "host1:1001";
  static final String TWO = "host2:1002";

  /** Rows up to the middle of the range are in the first tablet. */
  static final String LOWER = "2;4000000000000000";

  static final String UPPER = "2<";
  private static final int FLUSH = 10;

  final Path path;
  final RunDirectory run;
  final Graph graph;
  private final WriteOrder order;
  private final List<Event> events = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  HandWrittenRun(Path directory) throws IOException {
    this(directory, 0);
  }

  HandWrittenRun(Path directory, double deletes) throws IOException {
    this(directory, deletes, FLUSH, 3);
  }

  /** A run with other windows. */
  HandWrittenRun(Path directory, double deletes, int flush, int depth) throws IOException {
    path = directory;
    run = RunDirectory.at(directory.toString(), new Configuration(false));
    GraphSpec spec =
        Specs.of(
            GraphSpec.VERSION,
            5,
            0,
            Long.MAX_VALUE,
            flush,
            depth,
            100,
            100,
            List.of(""),
            GraphSpec.VisibilityScope.NODE,
            true,
            Payload.NONE,
            deletes,
            16);
    graph = new Graph(spec);
    order = new WriteOrder(graph);
    new GraphFile("ci", TABLE_ID, "instance", spec).writeTo(run);
  }

  static long at(double second) {
    return 1_000_000_000L + Math.round(second * 1000);
  }

  HandWrittenRun event(Event event) {
    events.add(event);
    return this;
  }

  HandWrittenRun hosted(double second, String tablet, String server, String... logs) {
    return event(
        new Event.TabletHosted(
            at(second), "tablets", tablet, Optional.ofNullable(server), List.of(logs)));
  }

  HandWrittenRun fault(double second, int id, String fault, String... targets) {
    return event(
        new Event.FaultStarted(
            at(second), "agitate", id, fault, Arrays.asList(targets), at(second), List.of()));
  }

  HandWrittenRun recovered(double second, int id) {
    event(new Event.FaultProven(at(second - 2), "agitate", id, "its process is gone"));
    event(new Event.FaultHealed(at(second - 1), "agitate", id, "restarted"));
    return event(new Event.FaultRecovered(at(second), "agitate", id, new TreeMap<>()));
  }

  /** A new ledger of a writer. */
  Ledger ledger(int writer) throws IOException {
    LedgerHeader header =
        new LedgerHeader(
            "instance",
            TABLE_ID,
            graph.spec().fingerprint(),
            writer,
            UUID.fromString(graph.uuid(writer)));
    return Ledger.create(run.fileSystem(), run.ledger(writer), header);
  }

  /** Writes a writer's steps from the first, one window a step, each acknowledged at its second. */
  HandWrittenRun wrote(int writer, double... acknowledged) throws IOException {
    try (Ledger ledger = ledger(writer)) {
      Position from = Position.ORIGIN;
      for (double second : acknowledged) {
        int entries = order.entries(writer, from.block(), from.step());
        boolean delete = order.step(writer, from.block(), from.step()) == catena.graph.Step.DELETE;
        Position to = order.advance(writer, from, entries);
        ledger.intend(from, to, delete ? 0 : entries, delete ? entries : 0, at(second) - 200);
        ledger.acknowledge(at(second));
        from = to;
      }
      ledger.close(at(9999));
    }
    return this;
  }

  /** The nodes of a window that lie in a tablet. */
  List<Node> nodes(int writer, long window, String tablet) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < FLUSH; i++) {
      Node node = new Node(writer, window, i);
      boolean lower = graph.row(node) <= 0x4000000000000000L;
      if (lower == tablet.equals(LOWER)) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  String row(Node node) {
    return NodeCodec.rowText(graph.row(node));
  }

  HandWrittenRun found(double second, FindingKind kind, List<Node> nodes) {
    nodes.forEach(node -> findings.add(Finding.of(kind, row(node), at(second))));
    return this;
  }

  /** The same in one line, as verification writes many of one window. */
  HandWrittenRun foundTogether(double second, FindingKind kind, List<Node> nodes) {
    BitSet indices = new BitSet();
    nodes.forEach(node -> indices.set(node.index()));
    Node first = nodes.get(0);
    Origin origin =
        Origin.of(
            first.writer(),
            graph.block(first.window()),
            graph.layer(first.window()),
            first.index());
    findings.add(
        Finding.of(kind, row(first), at(second))
            .withOrigin(origin)
            .standingFor(
                new Finding.Together(nodes.size(), Optional.of(Findings.indices(indices)))));
    return this;
  }

  /** Many of one writer in one line that names none but the first. */
  HandWrittenRun foundByNumber(double second, FindingKind kind, Node first, long number) {
    findings.add(
        Finding.of(kind, row(first), at(second))
            .standingFor(new Finding.Together(number, Optional.empty())));
    return this;
  }

  HandWrittenRun seen(double second, FindingKind kind, Node node) {
    return event(
        new Event.FindingSeen(at(second), "walk-0", Finding.of(kind, row(node), at(second))));
  }

  HandWrittenRun settings(String key, String value) throws IOException {
    run.writeSettings(new TreeMap<>(Map.of(key, value)));
    return this;
  }

  /** Traces with at most so many findings. */
  Causes tracedWith(int findings) throws IOException {
    write(false);
    return Tracer.trace(run, Optional.empty(), findings, ZoneOffset.UTC);
  }

  /** Writes what was gathered, tears the last line of the journal if asked, and traces. */
  Causes traced(boolean torn) throws IOException {
    return traced(torn, Optional.empty());
  }

  private Causes traced(boolean torn, Optional<Connection> now) throws IOException {
    write(torn);
    return Tracer.trace(run, now, ZoneOffset.UTC);
  }

  /** Traces with a cluster at hand, and searches for rows of each group there. */
  Causes tracedWith(Connection now) throws IOException {
    return traced(false, Optional.of(now));
  }

  /** Writes what was gathered. */
  void write(boolean torn) throws IOException {
    try (Journal journal =
        new Journal(
            run.append(run.events("all")),
            e -> {
              throw new AssertionError(e);
            })) {
      events.forEach(journal::add);
    }
    if (torn) {
      Files.writeString(
          path.resolve("events/all.jsonl"), "{\"type\":\"Faul", StandardOpenOption.APPEND);
    }
    List<String> lines = new ArrayList<>();
    for (Finding finding : findings) {
      lines.add(Json.LINES.writeValueAsString(finding));
    }
    Files.write(path.resolve("findings.jsonl"), lines);
  }

  Causes traced() throws IOException {
    return traced(false);
  }

  @Override
  public void close() throws IOException {
    run.close();
  }
}
