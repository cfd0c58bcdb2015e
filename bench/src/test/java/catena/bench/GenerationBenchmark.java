// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.ingest.write.MutationSource;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.ColumnVisibility;
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

/**
 * Entries made on one core, without I/O: the graph's own, as ingest makes them, and a plain loop's
 * with a fast generator that wastes nothing.
 *
 * <p>All make mutations of one entry with checksum and without payload, the second layer of a
 * window of a million.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class GenerationBenchmark {
  private static final int ENTRIES = 100_000;
  private static final int WRITER = 3;
  private static final Position SECOND_LAYER = new Position(1, 1, 0);
  private static final long WINDOW = 26;
  private static final ColumnVisibility OPEN = new ColumnVisibility();

  /** What a mutation holds of an entry besides its row: columns, lengths, flags, and the value. */
  private static final int MUTATION = 24 + PlainEntry.VALUE;

  private final Graph graph = new Graph(GraphSpec.ofSeed(42));
  private final EntryEncoder encoder = new EntryEncoder(graph);
  private final MutationSource source = new MutationSource(graph, WRITER);

  /** The row function alone. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void row(Blackhole sink) {
    for (int i = 0; i < ENTRIES; i++) {
      sink.consume(graph.row(WRITER, WINDOW, i));
    }
  }

  /** Key and value of each entry, without a mutation. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void entry(Blackhole sink) {
    for (int i = 0; i < ENTRIES; i++) {
      encoder.encodeFirst(WRITER, WINDOW, i);
      sink.consume(encoder.value());
    }
  }

  /** What ingest does for each entry before the batch writer gets it, by ingest itself. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void mutation(Blackhole sink) throws MutationsRejectedException {
    source.add(SECOND_LAYER, ENTRIES, new Sink(sink));
  }

  /** A loop that makes entries of the same layout from a fast random generator. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void plainLoop(Blackhole sink) {
    PlainEntry entry = new PlainEntry();
    for (int i = 0; i < ENTRIES; i++) {
      entry.next(i);
      Mutation mutation = new Mutation(entry.layout, 0, PlainEntry.ROW, MUTATION);
      mutation.put(entry.family, entry.qualifier, OPEN, entry.value);
      sink.consume(mutation);
    }
  }

  /** A batch writer that takes mutations and does nothing with them. */
  private record Sink(Blackhole sink) implements BatchWriter {
    @Override
    public void addMutation(Mutation mutation) {
      sink.consume(mutation);
    }

    @Override
    public void addMutations(Iterable<Mutation> mutations) {
      mutations.forEach(this::addMutation);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /**
   * An entry that is made again and again: arrays and checksum are made once, all that the checksum
   * covers lies in one array, and digits are written two at a time.
   */
  private static final class PlainEntry {
    static final int ROW = 16;
    static final int VALUE = 79;
    private static final int COLUMN = 4;
    private static final int FAMILY = ROW;
    private static final int QUALIFIER = FAMILY + COLUMN;
    private static final int VALUE_AT = QUALIFIER + COLUMN;
    private static final int CHECKSUM = 71;
    private static final byte[] HEX = hexPairs();

    final byte[] layout = new byte[VALUE_AT + VALUE];
    final byte[] family = new byte[COLUMN];
    final byte[] qualifier = new byte[COLUMN];
    final byte[] value = new byte[VALUE];
    private final SplittableRandom random = new SplittableRandom(42);
    private final CRC32 crc = new CRC32();

    PlainEntry() {
      byte[] uuid = new UUID(1, 2).toString().getBytes(StandardCharsets.ISO_8859_1);
      System.arraycopy(uuid, 0, layout, VALUE_AT, uuid.length);
      layout[VALUE_AT + 36] = ':';
      layout[VALUE_AT + 53] = ':';
      layout[VALUE_AT + 70] = ':';
    }

    void next(long count) {
      hex(random.nextLong() >>> 1, layout, 0, ROW);
      int columns = random.nextInt();
      hex(columns >>> 17, layout, FAMILY, COLUMN);
      hex(columns & 0x7fff, layout, QUALIFIER, COLUMN);
      hex(count, layout, VALUE_AT + 37, 16);
      hex(random.nextLong() >>> 1, layout, VALUE_AT + 54, ROW);
      crc.reset();
      crc.update(layout, 0, VALUE_AT + CHECKSUM);
      hex(crc.getValue(), layout, VALUE_AT + CHECKSUM, 8);
      System.arraycopy(layout, FAMILY, family, 0, COLUMN);
      System.arraycopy(layout, QUALIFIER, qualifier, 0, COLUMN);
      System.arraycopy(layout, VALUE_AT, value, 0, VALUE);
    }

    /** Two digits at a time from a table, as a plain loop written with care has it. */
    private static void hex(long number, byte[] to, int at, int digits) {
      for (int i = at + digits - 2; i >= at; i -= 2) {
        int pair = (int) (number & 0xff) << 1;
        to[i] = HEX[pair];
        to[i + 1] = HEX[pair + 1];
        number >>>= 8;
      }
    }

    private static byte[] hexPairs() {
      byte[] pairs = new byte[512];
      for (int i = 0; i < 256; i++) {
        pairs[2 * i] = (byte) Character.forDigit(i >> 4, 16);
        pairs[2 * i + 1] = (byte) Character.forDigit(i & 15, 16);
      }
      return pairs;
    }
  }
}
