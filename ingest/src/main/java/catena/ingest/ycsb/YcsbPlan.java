// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Updates;
import catena.graph.function.Popularity;
import catena.graph.function.Ranks;
import catena.graph.judge.Promise;
import catena.ingest.write.IngestPlan;
import catena.ingest.write.OperationWriter;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadSettings;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * What the clients do.
 *
 * @param oneField whether reads and scans ask for one field of a record
 * @param leastScan the fewest records of a scan
 * @param scanLengths how many more a scan has
 * @param way how operations are written
 * @param timeout after which an unanswered read is made again, if ever
 * @param workload YCSB's own file, if one is named
 */
public record YcsbPlan(
    Mix mix,
    Requests requests,
    boolean oneField,
    int leastScan,
    Ranks scanLengths,
    OperationWriter.Way way,
    Optional<Duration> timeout,
    Optional<WorkloadFile> workload) {

  /** How many clients, how long and how fast. */
  public static final PaceSettings PACE = new PaceSettings("ycsb", "operations");

  private static final Setting<String> WORKLOAD =
      Setting.ofString(
          "ycsb.workload",
          "a property file of YCSB, such as its workloads/workloada, that says what is not set"
              + " here");

  private static final Setting<Requests> REQUESTS =
      Setting.of(
          "ycsb.requests",
          "uniform",
          Requests.FORMS,
          "which records are read and scanned how often; updates go by graph.updates",
          Requests::parse);

  private static final Setting<Boolean> ONE_FIELD =
      Setting.ofWord(
          "ycsb.read.fields",
          "all",
          ImmutableMap.of("all", false, "one", true),
          "which fields a read or a scan asks for; one: of a table with graph.columns above 1 and"
              + " graph.max.cf=1, each as often");

  private static final Setting<Integer> SCAN_LEAST =
      Setting.ofInt("ycsb.scan.least", 1, 1, 1_000_000, "the fewest records of a scan");

  private static final Setting<Integer> SCAN_MOST =
      Setting.ofInt("ycsb.scan.most", 1000, 1, 1_000_000, "the most records of a scan");

  private static final Setting<Popularity> SCAN_LENGTHS =
      Setting.ofWord(
          "ycsb.scan.lengths",
          "uniform",
          ImmutableMap.of(
              "uniform", Popularity.EVEN, "zipfian", Popularity.zipf(Requests.EXPONENT)),
          "how the length of a scan is drawn; zipfian: mostly short ones");

  private static final Setting<Integer> WINDOW =
      Setting.ofInt(
          "ycsb.window",
          100,
          1,
          1_000_000,
          "the most writes of a client for which its ledger is synced once; of a client that is"
              + " killed so many are indeterminate");

  private static final Setting<Boolean> BUFFERED =
      Setting.ofBoolean(
          "ycsb.buffered",
          false,
          "whether a write is over when the client has it in its buffer, which is flushed once a"
              + " window, and before a record is updated again unless updates are timed, and not when"
              + " it is acknowledged");

  /** All of them. */
  public static final List<Setting<?>> SETTINGS =
      Setting.all(
          PACE.all(),
          List.of(WORKLOAD),
          Stream.of(Operation.values()).map(Operation::part).toList(),
          List.of(REQUESTS, ONE_FIELD, SCAN_LEAST, SCAN_MOST, SCAN_LENGTHS, WINDOW, BUFFERED),
          IngestPlan.WRITING);

  /** Draws how many records a scan has. */
  int scanLength(SplittableRandom random) {
    return leastScan + (int) scanLengths.of(random.nextDouble());
  }

  /** Whether some operation writes a record again. */
  public boolean updates() {
    return mix.updates();
  }

  /** Checks whether a table's records have the fields, lengths and order that are asked for. */
  public void checkFields(GraphSpec spec, Problems problems) {
    workload.ifPresent(file -> file.checkTable(spec, problems));
    problems.unless(
        !oneField || (spec.cells().columns() > 1 && spec.maxFamily() == 1),
        "ycsb.read.fields=one (readallfields=false) asks for one field of a record, and a field is a"
            + " cell with the same family in all rows: make the table with graph.columns above 1 and"
            + " graph.max.cf=1");
  }

  /** What in YCSB's file has no effect here, a line each. */
  public List<String> notes() {
    return workload.map(WorkloadFile::notes).orElse(List.of());
  }

  /**
   * Finds where the load differs from YCSB's file.
   *
   * @param promise of the ledgers of the load
   */
  public void check(Graph graph, Promise promise, Problems problems) {
    workload.ifPresent(
        file -> {
          long records = new Records(graph, promise, List.of()).size();
          Payload payload = graph.spec().payload();
          long bytes = payload.exponent() > 0 ? -1 : payload.largest();
          file.check(records, graph.spec().cells().columns(), bytes, problems);
          checkUpdates(graph.spec().updates(), problems);
        });
  }

  /** A file of YCSB has one distribution, also for updates; here updates follow the table's. */
  private void checkUpdates(Updates updates, Problems problems) {
    problems.unless(
        !mix.updates()
            || requests.order() != Requests.Order.FIRST
            || requests.popularity().equals(updates.popularity()),
        "operations go to records by ycsb.requests=%s (requestdistribution), and updates by graph.updates=%s of the table: make it with graph.updates=%d:%s"
            .formatted(
                requests.popularity().text(),
                updates.text(),
                updates.passes(),
                requests.popularity().text()));
  }

  /** The settings, filled up with those of YCSB's file. */
  public static Settings filled(Settings settings) {
    String file = settings.get(WORKLOAD);
    if (file.isEmpty()) {
      return settings;
    }
    WorkloadFile workload = WorkloadFile.read(file);
    Settings sized = settings.filled(workload.clients());
    return sized.filled(workload.settings(PACE.pace(sized).clients()));
  }

  /**
   * The plan that the settings make.
   *
   * @param settings as {@link #filled} gives them
   * @throws UsageException with every reason why they make none
   */
  public static YcsbPlan of(Settings settings) {
    Map<Operation, Double> parts = new EnumMap<>(Operation.class);
    for (Operation each : Operation.values()) {
      parts.put(each, settings.get(each.part()));
    }
    Problems problems = new Problems();
    int least = settings.get(SCAN_LEAST);
    int most = settings.get(SCAN_MOST);
    problems.unless(
        least <= most, "ycsb.scan.least=%d is more than ycsb.scan.most=%d".formatted(least, most));
    boolean any = parts.values().stream().anyMatch(part -> part > 0);
    problems.unless(
        any, "all proportions (ycsb.read, ycsb.update, …) are 0: nothing is to be done");
    problems.unless(
        !any || new Mix(parts).reads(),
        "a mix without reads and scans compares nothing: give ycsb.read, or write with ingest");
    problems.throwIfAny();
    String file = settings.get(WORKLOAD);
    return new YcsbPlan(
        new Mix(parts),
        settings.get(REQUESTS),
        settings.get(ONE_FIELD),
        least,
        settings.get(SCAN_LENGTHS).over(most - least + 1L),
        new OperationWriter.Way(
            settings.get(WINDOW),
            settings.get(BUFFERED),
            IngestPlan.retry(settings),
            new AtomicBoolean()),
        settings.get(ReadSettings.TIMEOUT),
        file.isEmpty() ? Optional.empty() : Optional.of(WorkloadFile.read(file)));
  }
}
