// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.GraphSpec.VisibilityScope;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.harness.activity.Forecast;
import catena.harness.activity.RunForecast;
import catena.records.latency.Measuring;
import catena.records.settings.DurationRange;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.apache.accumulo.core.client.BatchWriterConfig;
import org.apache.accumulo.core.client.Durability;

/**
 * How ingest writes.
 *
 * @param clients how many, each its own writer
 * @param entries puts of each client; {@code Long.MAX_VALUE} for no end
 * @param duration after which the clients stop
 * @param batch of each client's batch writer
 * @param rate writes per second of each client, open loop; 0 for no limit
 * @param pauses how long to run and how long to pause, if pauses are asked for
 * @param retry what to do about a window that is not acknowledged
 * @param measuring how latencies are written
 * @param bulk how clients import what they write, if they do
 * @param announce one of so many nodes is announced to the readers of {@code lag}; 0 for none
 */
public record IngestPlan(
    int clients,
    long entries,
    Optional<Duration> duration,
    BatchWriterConfig batch,
    double rate,
    Optional<PauseTimes> pauses,
    RetryPolicy retry,
    Measuring measuring,
    Optional<BulkPlan> bulk,
    int announce) {

  /** How long to run between pauses, and how long a pause is. */
  public record PauseTimes(DurationRange running, DurationRange length) {}

  /** Bytes of a key without visibility, and of a value without payload at most. */
  private static final long ENTRY_BYTES = 32 + 79;

  /** Bytes of a row and the bar before it, if it is a term of each visibility. */
  private static final int ROW_TERM = 17;

  public static final Setting<Integer> CLIENTS =
      Setting.ofInt(
          "ingest.clients", 1, 1, 10_000, "number of ingest clients; each is a separate writer");

  private static final Setting<Optional<Long>> ENTRIES =
      Setting.ofLimit(
          "ingest.entries",
          "entries that each client puts, including closing rewrites but not"
              + " deletes; empty: no limit");

  private static final Setting<Optional<Duration>> DURATION =
      Setting.ofTimeLimit("ingest.duration", "how long the clients write; empty: no limit");

  private static final Setting<Long> BUFFER =
      Setting.ofSize(
          "ingest.buffer", "50M", "1K", "16G", "memory of each client's batch writer (MAX_MEM)");

  /**
   * What Accumulo reckons for a mutation in addition to what it puts ({@code
   * Mutation.estimatedMemoryUsed}); it sends once half of the memory is full.
   */
  private static final int MUTATION_BYTES = 246;

  /** With fewer for each tablet in a message, the tablet's header weighs as much as they do. */
  private static final int MUTATIONS_A_TABLET = 10;

  private static final Setting<Duration> LATENCY =
      Setting.ofDuration(
          "ingest.latency",
          "120s",
          Duration.ofMillis(1),
          Duration.ofDays(7),
          "the longest time that an entry waits in that memory (MAX_LATENCY)");

  private static final Setting<Integer> THREADS =
      Setting.ofInt(
          "ingest.threads",
          3,
          1,
          1000,
          "write threads of each client's batch writer (NUM_THREADS)");

  private static final Setting<Durability> DURABILITY =
      Setting.ofEnum(
          "ingest.durability",
          Durability.DEFAULT,
          "durability of acknowledged writes; default: the table's");

  /** How long a batch writer waits for a server: longer than the usual recovery of one. */
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final Setting<Double> RATE =
      Setting.ofDouble(
          "ingest.rate",
          0,
          0,
          1e9,
          "writes per second of each client, on a schedule that does not wait"
              + " for slow ones; 0: full speed");

  private static final Setting<DurationRange> PAUSE_RUNNING =
      Setting.ofDurationRange(
          "ingest.pause.running", "120s:180s", "how long a client writes between two pauses");

  private static final Setting<Optional<DurationRange>> PAUSE_LENGTH =
      Setting.optional(
          Setting.ofDurationRange(
              "ingest.pause.length",
              "60s:120s",
              "how long clients pause from time to time; empty: they do not"));

  private static final Setting<Duration> RETRY_LIMIT =
      Setting.ofDuration(
          "ingest.retry.limit",
          "30m",
          "how long a rejected window is sent again before it is given up");

  private static final Setting<DurationRange> RETRY_BACKOFF =
      Setting.ofDurationRange(
          "ingest.retry.backoff",
          "100ms:10s",
          "the first and the longest wait before a window is sent again; the"
              + " wait doubles each time");

  private static final Setting<Integer> ANNOUNCE =
      Setting.ofInt(
          "ingest.announce",
          0,
          0,
          1_000_000_000,
          "one of so many nodes is announced to the readers of lag as soon as the batch writer has"
              + " it; 0: none");

  /** The settings of how a batch writer sends, and of what is done when it fails. */
  public static final List<Setting<?>> WRITING =
      List.of(BUFFER, LATENCY, THREADS, DURABILITY, RETRY_LIMIT, RETRY_BACKOFF);

  private static final List<Setting<?>> OWN =
      List.of(
          CLIENTS,
          ENTRIES,
          DURATION,
          BUFFER,
          LATENCY,
          THREADS,
          DURABILITY,
          RATE,
          PAUSE_RUNNING,
          PAUSE_LENGTH,
          RETRY_LIMIT,
          RETRY_BACKOFF);

  /** The settings that a plan is made from. */
  public static final List<Setting<?>> SETTINGS =
      Setting.all(OWN, Measuring.SETTINGS, List.of(ANNOUNCE), BulkPlan.SETTINGS);

  /**
   * The plan that the settings make.
   *
   * @throws catena.records.words.UsageException with every reason why they make none
   */
  public static IngestPlan of(Settings settings) {
    DurationRange running = settings.get(PAUSE_RUNNING);
    RetryPolicy retry = retry(settings);
    check(settings, running, retry);
    return new IngestPlan(
        settings.get(CLIENTS),
        settings.get(ENTRIES).orElse(Long.MAX_VALUE),
        settings.get(DURATION),
        batch(settings),
        settings.get(RATE),
        settings.get(PAUSE_LENGTH).map(length -> new PauseTimes(running, length)),
        retry,
        Measuring.of(settings),
        BulkPlan.of(settings),
        settings.get(ANNOUNCE));
  }

  private static void check(Settings settings, DurationRange running, RetryPolicy retry) {
    Problems problems = new Problems();
    memory(settings.get(CLIENTS), settings.get(BUFFER), Runtime.getRuntime().maxMemory())
        .ifPresent(problems::add);
    problems.unless(!running.max().isZero(), "ingest.pause.running must be longer than nothing");
    problems.unless(
        !retry.backoff().min().isZero(),
        "ingest.retry.backoff must begin with more than nothing, or a dead cluster is hammered");
    problems.unless(
        settings.get(ANNOUNCE) == 0 || BulkPlan.of(settings).isEmpty(),
        "ingest.announce announces rows that a batch writer has, and ingest.bulk has no batch"
            + " writer: leave one of them out");
    problems.throwIfAny();
  }

  /**
   * Why the batch writers' memory does not fit into the heap, if it does not: when servers stall,
   * all of them fill up, and a process without memory ends without a verdict.
   *
   * @param heap the most that the process may have, bytes
   */
  static Optional<String> memory(int clients, long buffer, long heap) {
    return buffer <= heap / 2 / clients
        ? Optional.empty()
        : Optional.of(
            "ingest.clients=%d with ingest.buffer=%dM each may fill more than half of the heap of %dM: lower one of them, or give the process more with CATENA_OPTS=-Xmx"
                .formatted(clients, buffer >> 20, heap >> 20));
  }

  /**
   * A warning if a batch writer's memory holds so few mutations for each tablet that hardly two of
   * them go into one message: then each entry costs the header of a tablet's message, here and in
   * its server.
   *
   * @param tablets of the table
   * @param spec of the graph that is written
   */
  public Optional<String> thinBuffer(long tablets, GraphSpec spec) {
    double each = MUTATION_BYTES + bytes(spec);
    long held = (long) (batch.getMaxMemory() / (2 * each));
    if (bulk.isPresent() || held >= MUTATIONS_A_TABLET * tablets) {
      return Optional.empty();
    }
    long enough = (long) Math.ceil(2 * MUTATIONS_A_TABLET * tablets * each / (1 << 20));
    return Optional.of(
        "%s (%s bytes) holds %s mutations of a client before it sends them, fewer than %d for each of the table's %s tablets: entries cost more here and in the servers; %dM would be enough"
            .formatted(
                BUFFER.key(),
                Amounts.grouped(batch.getMaxMemory()),
                Amounts.grouped(held),
                MUTATIONS_A_TABLET,
                Amounts.grouped(tablets),
                enough));
  }

  /** A warning if rows are announced without an end: their readers do not end either. */
  public Optional<String> endlessAnnouncements() {
    return announce > 0 && endless()
        ? Optional.of(
            "ingest.announce without ingest.entries and ingest.duration: lag goes on as long as"
                + " ingest does, or until Ctrl-C")
        : Optional.empty();
  }

  /**
   * Announces some of the nodes that a writer writes for the first time.
   *
   * @param every one of so many
   * @param rows receives the rows, and never waits
   * @return takes the first of some writes of one step, and how many they are
   */
  public static ObjIntConsumer<Position> announcing(
      int every, Graph graph, int writer, Consumer<String> rows) {
    WriteOrder order = new WriteOrder(graph);
    return (from, count) -> {
      if (order.step(writer, from.block(), from.step()) == Step.LAYER) {
        long window = order.window(writer, from);
        int first = order.index(writer, from);
        for (int index = first; index < first + count; index++) {
          // Each window announces other strata, so that over time rows of all tablets are.
          if ((window + index) % every == 0) {
            rows.accept(NodeCodec.rowText(graph.row(writer, window, index)));
          }
        }
      }
    };
  }

  /** What the settings say about a write that is not acknowledged. */
  public static RetryPolicy retry(Settings settings) {
    return new RetryPolicy(settings.get(RETRY_LIMIT), settings.get(RETRY_BACKOFF));
  }

  /** How the settings say that a batch writer sends. */
  public static BatchWriterConfig batch(Settings settings) {
    return new BatchWriterConfig()
        .setMaxMemory(settings.get(BUFFER))
        .setMaxLatency(settings.get(LATENCY).toMillis(), TimeUnit.MILLISECONDS)
        .setMaxWriteThreads(settings.get(THREADS))
        .setTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .setDurability(settings.get(DURABILITY));
  }

  /** Bytes of all that a mutation puts at most: of each entry its key, visibility and value. */
  public static long bytes(GraphSpec spec) {
    int visibility =
        spec.visibilities().stream()
            .mapToInt(each -> each.getBytes(StandardCharsets.UTF_8).length)
            .max()
            .orElse(0);
    int row = spec.visibilityScope() == VisibilityScope.UNIQUE ? ROW_TERM : 0;
    return (long) spec.cells().columns()
        * spec.cells().copies()
        * (ENTRY_BYTES
            + Math.max(visibility + row, spec.visibilityTerms().bytes())
            + spec.payload().largest());
  }

  /**
   * The forecast of this plan.
   *
   * @param spec of the graph that is written
   */
  public Forecast forecast(GraphSpec spec) {
    String each = entries == Long.MAX_VALUE ? "" : " × " + Amounts.grouped(entries) + " entries";
    String time = duration.map(span -> " for " + Amounts.span(span)).orElse("");
    return new Forecast(
        clients + (clients == 1 ? " client" : " clients") + each + time,
        Forecast.ForecastKind.WRITES,
        total(clients),
        rate * clients,
        Map.of(bulk.isPresent() ? RunForecast.WRITTEN : RunForecast.CLIENT, (double) clients),
        bytes(spec),
        duration,
        endless());
  }

  /** Whether the clients go on until they are stopped. */
  public boolean endless() {
    return entries == Long.MAX_VALUE && duration.isEmpty();
  }

  /** How many entries all clients put together, if they end. */
  public OptionalLong total(int ofClients) {
    return entries == Long.MAX_VALUE || entries > Long.MAX_VALUE / ofClients
        ? OptionalLong.empty()
        : OptionalLong.of(entries * ofClients);
  }
}
