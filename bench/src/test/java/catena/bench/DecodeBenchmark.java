// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Entries read without their graph, and entries with a payload of 1,000 bytes made. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DecodeBenchmark {
  private static final int ENTRIES = 1000;
  private static final int WRITER = 3;
  private static final long WINDOW = 26;

  private final Entry[] entries = entries();
  private final EntryEncoder encoder = new EntryEncoder(new Graph(withPayload()));

  private static Entry[] entries() {
    EntryEncoder encoder = new EntryEncoder(new Graph(GraphSpec.ofSeed(42)));
    Entry[] all = new Entry[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
      encoder.encodeFirst(WRITER, WINDOW, i);
      all[i] = encoder.entry();
    }
    return all;
  }

  private static GraphSpec withPayload() {
    return Graphs.with("payload", "fixed:1000");
  }

  /** Reading entries with checksum and without payload. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void decode(Blackhole sink) {
    for (Entry entry : entries) {
      sink.consume(NodeCodec.decode(entry));
    }
  }

  /** Making entries with a payload. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void payload(Blackhole sink) {
    for (int i = 0; i < ENTRIES; i++) {
      encoder.encodeFirst(WRITER, WINDOW, i);
      sink.consume(encoder.value());
    }
  }
}
