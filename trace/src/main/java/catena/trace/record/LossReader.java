// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.WindowTimes;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.Origin;
import catena.trace.record.SendTimes.WindowSpan;
import com.google.common.collect.Iterables;
import com.google.common.collect.TreeMultimap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Determines for each finding who wrote the row, when, and to which tablet and server. */
public final class LossReader {
  /** A finding, and the write that the table should show and does not. */
  private record Pending(Finding finding, Node node, Position write) {}

  private final RunRecord record;
  private final Optional<Graph> graph;
  private final WindowFlushes flushes = new WindowFlushes();
  private final List<Loss> losses = new ArrayList<>();

  /** Each with the times of its window, if the ledger has them. */
  private final Map<Pending, Optional<WindowTimes>> pending = new LinkedHashMap<>();

  private LossReader(RunRecord record) {
    this.record = record;
    this.graph = record.graph().map(GraphFile::spec).map(Graph::new);
  }

  /** The findings of a run, with all that ledgers and journals record about them. */
  public static List<Loss> read(RunRecord record) throws IOException {
    LossReader reader = new LossReader(record);
    Map<Integer, List<Finding>> byWriter = new TreeMap<>();
    for (Finding finding : record.findings()) {
      Optional<Node> node = reader.node(finding.row());
      if (node.isPresent()) {
        byWriter.computeIfAbsent(node.get().writer(), w -> new ArrayList<>()).add(finding);
      } else {
        reader.losses.add(
            reader.loss(finding, Optional.empty(), Optional.empty(), Optional.empty()));
      }
    }
    for (var each : byWriter.entrySet()) {
      reader.writer(each.getKey(), each.getValue());
    }
    for (RunDirectory run : record.directories()) {
      reader.flushes.read(run);
    }
    SendTimes times = SendTimes.of(record, reader.graph, reader.flushes.usualMillis());
    reader.pending.forEach((each, window) -> reader.losses.add(reader.sent(each, window, times)));
    return List.copyOf(reader.losses);
  }

  private Optional<Node> node(String row) {
    long number = NodeCodec.row(row.getBytes(StandardCharsets.UTF_8));
    return number < 0 ? Optional.empty() : graph.flatMap(g -> g.node(number));
  }

  /** The finding's own origin is used where nothing else is known. */
  private Loss loss(
      Finding finding, Optional<Node> node, Optional<WindowTimes> times, Optional<SendTime> sent) {
    Optional<Origin> origin = finding.origin();
    OptionalLong intended =
        times
            .map(known -> OptionalLong.of(known.intendedMillis()))
            .or(() -> origin.map(Origin::intendedMillis))
            .orElse(OptionalLong.empty());
    OptionalLong acknowledged =
        times
            .map(WindowTimes::acknowledgedMillis)
            .or(() -> origin.map(Origin::acknowledgedMillis))
            .orElse(OptionalLong.empty());
    long likeliest = sent.map(SendTime::likeliest).orElse(acknowledged.orElse(intended.orElse(0)));
    Optional<String> tablet =
        record
            .graph()
            .flatMap(of -> record.tablets().tabletOf(of.tableId(), finding.row(), likeliest));
    return new Loss(
        finding.kind(),
        finding.row(),
        node.map(Node::writer)
            .or(() -> origin.map(Origin::writer))
            .map(OptionalInt::of)
            .orElse(OptionalInt.empty()),
        intended,
        acknowledged,
        finding.foundMillis(),
        node.map(this::isDeletedByWriter).orElse(false),
        sent,
        tablet,
        tablet.flatMap(name -> record.hosts().taking(name, likeliest)),
        Optional.empty());
  }

  /** Reads the writer's whole ledger twice, regardless of the number of findings. */
  private void writer(int writer, List<Finding> findings) throws IOException {
    Optional<RunDirectory> run = runOf(writer);
    Position acknowledged =
        run.isPresent()
            ? LedgerReader.read(run.get().fileSystem(), run.get().ledger(writer)).acknowledged()
            : Position.ORIGIN;
    Map<Finding, List<Position>> writes = new LinkedHashMap<>();
    findings.forEach(each -> writes.put(each, writes(each, acknowledged)));
    Map<Position, WindowTimes> times =
        run.isPresent()
            ? LedgerReader.windowsOf(
                run.get().fileSystem(),
                run.get().ledger(writer),
                writes.values().stream()
                    .flatMap(List::stream)
                    .collect(Collectors.toCollection(TreeSet::new)))
            : Map.of();
    writes.forEach(
        (finding, all) -> {
          // What was acknowledged only after the finding is not what was missing.
          Position seen =
              all.stream()
                  .filter(at -> isBefore(Optional.ofNullable(times.get(at)), finding))
                  .findFirst()
                  .orElse(Iterables.getLast(all));
          Optional<WindowTimes> its = Optional.ofNullable(times.get(seen));
          its.ifPresent(window -> flushes.want(writer, window));
          pending.put(new Pending(finding, node(finding.row()).orElseThrow(), seen), its);
        });
  }

  private static boolean isBefore(Optional<WindowTimes> window, Finding finding) {
    return window.map(its -> its.acknowledgedMillis().orElse(0)).orElse(0L)
        <= finding.foundMillis();
  }

  /** The run that has the writer's ledger. */
  private Optional<RunDirectory> runOf(int writer) throws IOException {
    for (RunDirectory run : record.directories()) {
      if (run.fileSystem().exists(run.ledger(writer))) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /** The writes that the table should show and does not, the newest first. */
  private List<Position> writes(Finding finding, Position acknowledged) {
    WriteOrder order = new WriteOrder(graph.orElseThrow());
    Node node = node(finding.row()).orElseThrow();
    if (finding.kind() == FindingKind.RESURRECTED && isDeletedByWriter(node)) {
      return List.of(order.delete(node));
    }
    List<Position> all = new ArrayList<>(List.of(order.lastWrite(node, acknowledged)));
    while (!Iterables.getLast(all).equals(order.firstWrite(node))) {
      all.add(order.lastWrite(node, Iterables.getLast(all)));
    }
    return all;
  }

  private boolean isDeletedByWriter(Node node) {
    Graph known = graph.orElseThrow();
    return known.isDeleted(node.writer(), known.block(node.window()));
  }

  private Loss sent(Pending each, Optional<WindowTimes> window, SendTimes times) {
    Optional<SendTime> sent =
        window.flatMap(
            known -> {
              long index = each.write.index() - known.window().from().index();
              return flushes.span(each.node.writer(), known).map(span -> times.of(span, index));
            });
    return loss(each.finding, Optional.of(each.node), window, sent);
  }

  /** What the journals record of how windows were sent; memory grows with the windows wanted. */
  static final class WindowFlushes {
    /** A step of a writer, which has one window, or several if it was interrupted. */
    private record WriterStep(int writer, long block, int step) {
      static WriterStep of(int writer, WindowTimes times) {
        Position from = times.window().from();
        return new WriterStep(writer, from.block(), from.step());
      }
    }

    /** The journal's flush of each wanted window, by the time of its acknowledgement. */
    private final Map<WriterStep, NavigableMap<Long, Optional<Event.Flush>>> flushes =
        new HashMap<>();

    /** By writer, when windows were sent again. */
    private final TreeMultimap<Integer, Long> again = TreeMultimap.create();

    /** Nanoseconds from one write to the next, one value per window, to a tenth of a percent. */
    private final Histogram pace = new Histogram(3);

    /** Registers a window whose flush is wanted. */
    void want(int writer, WindowTimes times) {
      times
          .acknowledgedMillis()
          .ifPresent(
              at ->
                  flushes
                      .computeIfAbsent(WriterStep.of(writer, times), step -> new TreeMap<>())
                      .put(at, Optional.empty()));
    }

    /** Reads the journals of a run, if there is any window to search for. */
    void read(RunDirectory run) throws IOException {
      if (!flushes.isEmpty()) {
        // What is missing was reported when they were read before.
        new TolerantReader(run, new Missing()).journals(this::accept);
      }
    }

    private void accept(Event event) {
      if (event instanceof Event.Rejected rejected) {
        again.put(rejected.writer(), rejected.at() + rejected.backoffMillis());
      } else if (event instanceof Event.Flush flush) {
        flushed(flush);
      }
    }

    private void flushed(Event.Flush flush) {
      long writes = flush.entries() + flush.deletes();
      long adding = flush.sinceLastNanos() - flush.durationNanos();
      if (writes > 0 && adding >= 0) {
        pace.recordValue(adding / writes);
      }
      WriterStep step = new WriterStep(flush.writer(), flush.block(), flush.step());
      Optional.ofNullable(flushes.get(step))
          .map(windows -> windows.floorEntry(flush.at()))
          .filter(window -> window.getValue().map(known -> known.at() > flush.at()).orElse(true))
          .ifPresent(window -> flushes.get(step).put(window.getKey(), Optional.of(flush)));
    }

    /** The median time from one write to the next without the flushes; NaN where none is known. */
    double usualMillis() {
      return pace.getTotalCount() == 0
          ? Double.NaN
          : pace.getValueAtPercentile(50) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    /** What is known of a window; empty if it was not acknowledged. */
    Optional<WindowSpan> span(int writer, WindowTimes times) {
      if (times.acknowledgedMillis().isEmpty()) {
        return Optional.empty();
      }
      long acknowledged = times.acknowledgedMillis().getAsLong();
      Optional<Event.Flush> flush =
          Optional.ofNullable(flushes.get(WriterStep.of(writer, times)))
              .flatMap(windows -> windows.get(acknowledged));
      long called =
          flush
              .map(event -> event.at() - TimeUnit.NANOSECONDS.toMillis(event.durationNanos()))
              .orElse(acknowledged);
      long writes =
          flush
              .map(event -> event.entries() + event.deletes())
              .orElse(times.window().entries() + times.window().deletes());
      return Optional.of(
          new WindowSpan(
              times.intendedMillis(),
              Math.max(times.intendedMillis(), Math.min(called, acknowledged)),
              acknowledged,
              sentAgain(writer, times.intendedMillis(), acknowledged),
              Math.max(1, writes)));
    }

    private OptionalLong sentAgain(int writer, long intended, long acknowledged) {
      Long last = again.get(writer).lower(acknowledged);
      return last == null || last <= intended ? OptionalLong.empty() : OptionalLong.of(last);
    }
  }
}
