package catena.bench;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
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
 * Entries made on one core, without I/O: the graph's own, and a plain loop's with a fast generator.
 *
 * <p>Both make mutations of one entry with checksum and without payload, the second layer of a
 * window of a million, as ingest sends them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class GenerationBenchmark {
  private static final int ENTRIES = 100_000;
  private static final ColumnVisibility OPEN = new ColumnVisibility();
  private static final byte[] HEX = hexPairs();

  private final Graph graph = new Graph(GraphSpec.ofSeed(42));
  private final EntryEncoder encoder = new EntryEncoder(graph);

  /** The row function alone. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void row(Blackhole sink) {
    for (int i = 0; i < ENTRIES; i++) {
      sink.consume(graph.row(3, 26, i));
    }
  }

  /** Key and value of each entry, without a mutation. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void entry(Blackhole sink) {
    for (int i = 0; i < ENTRIES; i++) {
      encoder.encodeFirst(3, 26, i);
      sink.consume(encoder.value());
    }
  }

  /** What ingest does for each entry before the batch writer gets it. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void mutation(Blackhole sink) {
    for (int i = 0; i < ENTRIES; i++) {
      encoder.encodeFirst(3, 26, i);
      Mutation mutation = new Mutation(encoder.row(), 0, 16, 128);
      mutation.put(encoder.family(), encoder.qualifier(), OPEN, encoder.value());
      sink.consume(mutation);
    }
  }

  /** A loop that makes entries of the same layout from a fast random generator. */
  @Benchmark
  @OperationsPerInvocation(ENTRIES)
  public void plainLoop(Blackhole sink) {
    SplittableRandom random = new SplittableRandom(42);
    byte[] uuid = new UUID(1, 2).toString().getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < ENTRIES; i++) {
      sink.consume(plainMutation(random, uuid, i));
    }
  }

  private static Mutation plainMutation(SplittableRandom random, byte[] uuid, long count) {
    byte[] row = new byte[16];
    hex(random.nextLong() >>> 1, row, 0, 16);
    byte[] family = new byte[4];
    hex(random.nextInt(32767), family, 0, 4);
    byte[] qualifier = new byte[4];
    hex(random.nextInt(32767), qualifier, 0, 4);
    byte[] value = new byte[79];
    System.arraycopy(uuid, 0, value, 0, 36);
    value[36] = ':';
    hex(count, value, 37, 16);
    value[53] = ':';
    hex(random.nextLong() >>> 1, value, 54, 16);
    value[70] = ':';
    CRC32 crc = new CRC32();
    crc.update(row);
    crc.update(family);
    crc.update(qualifier);
    crc.update(value, 0, 71);
    hex(crc.getValue(), value, 71, 8);
    Mutation mutation = new Mutation(row);
    mutation.put(family, qualifier, OPEN, value);
    return mutation;
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
