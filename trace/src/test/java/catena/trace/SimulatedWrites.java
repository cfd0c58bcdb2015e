// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.graph.EntryEncoder;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.records.journal.Event;
import catena.records.ledger.Ledger;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.accumulo.core.data.Mutation;

/**
 * Writers with durability none and three tablet servers that are killed one after the other, second
 * by second: what each server has taken is known, and so is what is lost with it.
 *
 * <p>Shares no code with the tracer. A batch writer sends as Accumulo's does: when half of its
 * memory is in use, when its latency is over, when it is flushed; and blocks when it is full.
 */
final class SimulatedWrites {
  /** A dead server is the host of its tablets for so long, as everybody sees it. */
  private static final double SESSION = 10;

  private static final int TABLETS = 6;
  private static final double CATCHING_UP = 20;

  /**
   * What is simulated.
   *
   * @param rate writes of a writer in a second
   * @param bufferWrites how many writes half of a batch writer's memory holds
   * @param latency of the batch writer, seconds
   */
  record Setup(int writers, double rate, double seconds, double bufferWrites, double latency) {}

  /** Who took a write that is lost, and with which fault it went. */
  record Truth(int fault, String server) {}

  /** A server's stay with a tablet; the fault that ended it, 0 if none did. */
  private static final class Stay {
    private final String server;
    private final double from;
    private double to = Double.POSITIVE_INFINITY;
    private int fault;

    Stay(String server, double from) {
      this.server = server;
      this.from = from;
    }
  }

  private record Sent(double taken, long bytes) {}

  final HandWrittenRun run;
  final Map<String, Truth> lost = new HashMap<>();
  private final Setup setup;
  private final List<List<Stay>> tablets = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, String> addresses = new HashMap<>();
  private int started;
  private final int flush;

  SimulatedWrites(HandWrittenRun run, int flush, Setup setup) {
    this.run = run;
    this.flush = flush;
    this.setup = setup;
    for (int i = 1; i <= 3; i++) {
      start("tserver-" + i, 0);
    }
    for (int i = 0; i < TABLETS; i++) {
      String server = addresses.get("tserver-" + (i % 3 + 1));
      tablets.add(new ArrayList<>(List.of(new Stay(server, 0))));
      run.hosted(0, name(i), server);
    }
  }

  private void start(String name, double second) {
    String address = "h:" + (9000 + started++);
    addresses.put(name, address);
    run.event(
        new Event.ServerBack(
            HandWrittenRun.at(second), "agitate", "tserver", name + "@" + address));
  }

  private static String name(int tablet) {
    return tablet == TABLETS - 1 ? "2<" : "2;%016x".formatted(end(tablet));
  }

  private static long end(int tablet) {
    return Long.MAX_VALUE / TABLETS * (tablet + 1);
  }

  /** Kills a server and starts it again, empty; others take its tablets over. */
  SimulatedWrites kill(double second, int id, String kind, String name, double outage) {
    String victim = addresses.remove(name);
    run.fault(second, id, kind, name + "@" + victim);
    start(name, second + 5);
    List<String> others =
        addresses.entrySet().stream()
            .filter(each -> !each.getKey().equals(name))
            .map(Map.Entry::getValue)
            .sorted()
            .toList();
    double back = second + outage;
    for (int i = 0; i < TABLETS; i++) {
      Stay stay = tablets.get(i).get(tablets.get(i).size() - 1);
      if (stay.server.equals(victim)) {
        stay.to = second;
        stay.fault = id;
        String next = others.get(i % others.size());
        tablets.get(i).add(new Stay(next, back));
        run.hosted(second + SESSION + 0.6, name(i), null, "wal/" + victim);
        run.hosted(back + 0.7, name(i), next);
        back += 0.3;
      }
    }
    run.recovered(back + 1, id);
    return this;
  }

  /** Lets all writers write, and reports what is lost. */
  SimulatedWrites write() throws IOException {
    for (int writer = 0; writer < setup.writers; writer++) {
      try (Ledger ledger = run.ledger(writer)) {
        new Writer(writer, ledger).write();
      }
    }
    run.found(setup.seconds + 500, FindingKind.LOST, nodes);
    return this;
  }

  private final class Writer {
    private final int number;
    private final Ledger ledger;
    private final WriteOrder order = new WriteOrder(run.graph);
    private final EntryEncoder encoder = new EntryEncoder(run.graph);
    private final PriorityQueue<Sent> sent =
        new PriorityQueue<>(Comparator.comparingDouble(Sent::taken));
    private final Deque<Node> waiting = new ArrayDeque<>();
    private final long buffer;
    private long waitingBytes;
    private long sentBytes;
    private double processed;
    private double flushed;
    private double now = 1;

    Writer(int number, Ledger ledger) {
      this.number = number;
      this.ledger = ledger;
      this.buffer = (long) (2 * setup.bufferWrites * bytes(new Node(number, 1, 0)));
    }

    void write() throws IOException {
      Position from = Position.ORIGIN;
      long written = 0;
      while (now < setup.seconds) {
        Position to = order.advance(number, from, flush);
        ledger.intend(from, to, flush, 0, HandWrittenRun.at(now));
        for (int i = 0; i < flush; i++) {
          now = Math.max(now + 1 / (setup.rate * CATCHING_UP), 1 + written++ / setup.rate);
          add(new Node(number, order.window(number, from), i));
        }
        double called = now;
        send(now);
        now = sent.stream().mapToDouble(Sent::taken).max().orElse(now) + 0.002;
        settle(now);
        ledger.acknowledge(HandWrittenRun.at(now));
        run.event(
            new Event.Flush(
                HandWrittenRun.at(now),
                "ingest-w" + number,
                number,
                from.block(),
                from.step(),
                flush,
                0,
                Math.round((now - called) * 1e9),
                Math.round((now - flushed) * 1e9)));
        flushed = now;
        from = to;
      }
      ledger.close(HandWrittenRun.at(now));
    }

    private void add(Node node) {
      double quarter = setup.latency / 4;
      double timer = Math.floor(now / quarter) * quarter;
      if (timer - processed > setup.latency && timer > processed) {
        send(timer);
      }
      settle(now);
      while (waitingBytes + sentBytes > buffer && !sent.isEmpty()) {
        now = Math.max(now, sent.peek().taken);
        settle(now);
      }
      waiting.add(node);
      waitingBytes += bytes(node);
      if (waitingBytes >= buffer / 2) {
        send(now);
      }
    }

    private void send(double at) {
      processed = at;
      for (Node node : waiting) {
        Stay taking = taking(node, at);
        sent.add(new Sent(Math.max(at, taking.from) + 0.001, bytes(node)));
        sentBytes += bytes(node);
        if (taking.fault > 0) {
          nodes.add(node);
          lost.put(run.row(node), new Truth(taking.fault, taking.server));
        }
      }
      waiting.clear();
      waitingBytes = 0;
    }

    private void settle(double until) {
      while (!sent.isEmpty() && sent.peek().taken <= until) {
        sentBytes -= sent.poll().bytes;
      }
    }

    private long bytes(Node node) {
      encoder.encodeFirst(node.writer(), node.window(), node.index());
      Mutation mutation = new Mutation(encoder.row());
      mutation.at().family(encoder.family()).qualifier(encoder.qualifier()).put(encoder.value());
      return mutation.estimatedMemoryUsed();
    }
  }

  private Stay taking(Node node, double at) {
    long row = run.graph.row(node);
    int tablet = 0;
    while (tablet < TABLETS - 1 && row > end(tablet)) {
      tablet++;
    }
    Optional<Stay> found = tablets.get(tablet).stream().filter(stay -> at < stay.to).findFirst();
    return found.orElseThrow();
  }
}
