// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import catena.harness.activity.CallerContext;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.activity.RunOptions;
import catena.harness.activity.Work;
import catena.read.announce.AnnouncedRows;
import catena.read.announce.RowSource;
import catena.read.check.Count;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadActivity;
import catena.read.reader.ReadPhase;
import catena.read.reader.ReadSettings;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReaderContext;
import catena.records.fleet.FleetFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * YCSB++'s probe of read-after-write lag: rows that {@code ingest} announces are polled for until
 * they are seen.
 */
public final class LagActivity implements ReadActivity {
  private static final Setting<Integer> CLIENTS = PaceSettings.clients("lag");

  /** The most rows that a client polls for at a time; others wait to be taken. */
  static final int MOST_ROWS = 10_000;

  static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "lag.limit",
          "10m",
          Duration.ofMillis(1),
          Duration.ofDays(1),
          "how long an announced row is polled for; then it counts as not seen, whatever else it"
              + " is");

  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS =
      Stream.concat(ReadSettings.ALL.stream(), Stream.of(CLIENTS, LIMIT)).toList();

  private final Optional<RowSource> rows;

  /** The activity; until it is performed its clients have no rows to poll for. */
  public LagActivity() {
    this.rows = Optional.empty();
  }

  /**
   * The activity once there are rows to poll for.
   *
   * @param rows as they are written, dated by the clock of this host
   */
  public LagActivity(RowSource rows) {
    this.rows = Optional.of(rows);
  }

  @Override
  public Description description() {
    return reading("lag", "poll for rows as they are written: how late are they seen", SETTINGS)
        .examples(
            "bin/catena lag -c client.properties runs/soak",
            "bin/catena lag -c client.properties -o read.consistency=eventual runs/soak")
        .sharing(CLIENTS)
        .checks(
            // It gets the rows once it has begun, and polls for none of them for long.
            CheckForm.of(
                "lag",
                Way.READING,
                Map.of("lag.limit", "5s", "read.start.limit", "1m"),
                Nature.ANNOUNCED));
  }

  @Override
  public String operations() {
    return "lookups";
  }

  @Override
  public PaceSettings.Pace pace(Settings own) {
    return PaceSettings.Pace.given(own.get(CLIENTS));
  }

  /** It ends when the clients that announce rows have ended, and all of their rows were read. */
  @Override
  public Forecast forecast(Settings own) {
    return ReadActivity.super.forecast(own).endless(false);
  }

  @Override
  public FailableFunction<ReaderContext, ReadPhase.Reader, Exception> readers(Settings settings) {
    return context -> new LagReader(context, rows.orElseThrow(), settings);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    ReadActivity.super.check(own, given, problems);
    given
        .find(RunOptions.class)
        .ifPresent(
            options ->
                problems.unless(
                    options.runs().size() == 1,
                    "name the one run directory into which ingest writes: bin/catena lag RUN"));
  }

  @Override
  public void fit(ReadTarget target, Settings settings) {
    if (target.graph().isEmpty()) {
      throw new UsageException(
          "Table %s has no graph: lag polls for rows that ingest writes".formatted(target.table()));
    }
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    ReadTarget target = target(site, own);
    // As a command it reads the rows of the run that it is given; as a part, those of its run.
    Optional<RunDirectory> given =
        site.given().find(RunOptions.class).flatMap(options -> site.runs().stream().findFirst());
    return run -> poll(run, given.orElse(run.directory()), target, own);
  }

  private static PartOutcome poll(
      RunContext run, RunDirectory writers, ReadTarget target, Settings own) throws Exception {
    // Each worker of a fleet may write, and one may begin when another has ended.
    int processes = FleetFile.read(writers).map(FleetFile::workers).orElse(1);
    Duration limit = own.get(ReadSettings.START_LIMIT);
    AnnouncedRows rows = AnnouncedRows.start(run, writers, MOST_ROWS, processes, limit);
    PartOutcome outcome;
    try (rows) {
      outcome = new LagActivity(rows).read(run, target, own);
    }
    return concluded(run.name(), outcome, rows.left(), rows.doubts());
  }

  /**
   * The outcome of the readers, with the rows that no reader got.
   *
   * @param left rows that were taken from the queue, and by no reader
   * @param doubts why the queue was perhaps not read to its end
   */
  static PartOutcome concluded(String part, PartOutcome read, long left, List<String> doubts) {
    PartOutcome all = read;
    if (left > 0) {
      Map<String, Long> more = Map.of(part + ": " + Count.UNJUDGED.words(), left);
      all = all.and(new PartOutcome(Verdict.PASS, List.of(), more, Map.of(), List.of()));
    }
    long unjudged = count(part, all, Count.UNJUDGED);
    if (unjudged > 0) {
      all = all.noted(unjudged(part, unjudged));
    }
    for (String doubt : doubts) {
      all = all.doubted(doubt);
    }
    return all.and(PartOutcome.fact(inWords(part, all)));
  }

  private static String unjudged(String part, long rows) {
    return "%s: %s announced %s not judged, since the readers ended before"
        .formatted(part, Amounts.grouped(rows), rows == 1 ? "row was" : "rows were");
  }

  /** {@code lag: 14.2 % of 1,000 announced rows lagging, 0 not seen}. */
  static String inWords(String part, PartOutcome outcome) {
    long announced = count(part, outcome, Count.ANNOUNCED);
    long lagging = count(part, outcome, Count.LAGGING);
    long unjudged = count(part, outcome, Count.UNJUDGED);
    return String.format(
        Locale.ROOT,
        "%s: %.1f %% of %s announced rows lagging, %s not seen%s",
        part,
        announced == 0 ? 0.0 : 100.0 * lagging / announced,
        Amounts.grouped(announced),
        Amounts.grouped(count(part, outcome, Count.UNSEEN)),
        unjudged == 0 ? "" : ", " + Amounts.grouped(unjudged) + " not judged");
  }

  private static long count(String part, PartOutcome outcome, Count count) {
    return outcome.tally().getOrDefault(part + ": " + count.words(), 0L);
  }
}
