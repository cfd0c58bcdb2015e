package catena.report.results;

import catena.records.history.FaultRecord;
import catena.records.run.Environment;
import catena.records.server.Role;
import catena.records.tested.ServerGroup;
import catena.report.history.RunHistory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a run came to in one row: texts by column, empty where the run has no such thing. The
 * columns are the same for every run, and a later version adds new ones at the end.
 */
final class ResultRow {
  /** The name of the run's directory; a row for each. */
  static final String RUN = "run";

  /** When the run began, ISO 8601 in UTC. */
  static final String TIME = "time";

  /** What was run: the rows of one scenario can be compared. */
  static final String SCENARIO = "scenario";

  /** PASS, FAIL, UNKNOWN or BUDGET; empty without one. */
  static final String VERDICT = "verdict";

  /** Columns that say on what a run was, and that hold no measure. */
  static final List<String> ATTRIBUTES =
      List.of(RUN, VERDICT, "catena", "accumulo", "hadoop", "zookeeper", "java", "tservers");

  private static final List<String> WORKS = List.of("ingest", "walk", "batchwalk", "scan");
  private static final List<String> OPERATIONS =
      List.of("flush", "lookup", "batch", "range", "operation");

  private ResultRow() {}

  /** Whether there is anything to be compared: something was written, read, hit or verified. */
  static boolean isWorthARow(RunHistory run) {
    return !run.journal().work().isEmpty()
        || !run.faults().isEmpty()
        || run.findingTotal() > 0
        || run.verdict().filter(file -> !file.proof().compared().isEmpty()).isPresent();
  }

  /** The row of a run. */
  static Map<String, String> of(RunHistory run) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(RUN, run.name());
    row.put(
        TIME, Instant.ofEpochMilli(run.span().from()).truncatedTo(ChronoUnit.SECONDS).toString());
    row.put(SCENARIO, run.title());
    row.put(VERDICT, run.verdict().map(file -> file.verdict().name()).orElse(""));
    row.put("catena", run.environment().map(Environment::catena).orElse(""));
    row.put("accumulo", version(run, Role.TSERVER));
    row.put("hadoop", version(run, Role.NAMENODE));
    row.put("zookeeper", version(run, Role.ZOOKEEPER));
    row.put("java", run.environment().map(Environment::java).orElse(""));
    row.put("tservers", whole(run.tservers()));
    row.put("seconds", decimal(run.span().seconds()));
    row.put("entries_written", whole(run.journal().puts().total()));
    row.put("entries_deleted", whole(run.journal().deletes().total()));
    for (String name : WORKS) {
      row.put(name + "_per_second", decimal(run.average(name)));
    }
    for (String operation : OPERATIONS) {
      row.put(operation + "_p50_ms", decimal(run.millis(operation, 50)));
      row.put(operation + "_p99_ms", decimal(run.millis(operation, 99)));
      row.put(operation + "_max_ms", decimal(run.millis(operation, 100)));
    }
    row.put("findings", Long.toString(run.findingTotal()));
    row.put("faults", Integer.toString(run.faults().size()));
    row.put("faults_proven", count(run, FaultRecord::proven));
    row.put("faults_recovered", count(run, FaultRecord::recovered));
    row.put("recovery_max_seconds", decimal(run.longestRecovery()));
    return row;
  }

  private static String version(RunHistory run, Role role) {
    return run.tested()
        .map(
            tested ->
                ServerGroup.of(tested.of(role)).stream()
                    .map(group -> ServerGroup.inWords(group.versions()))
                    .collect(Collectors.joining()))
        .orElse("");
  }

  private static String count(RunHistory run, Predicate<FaultRecord> which) {
    return Long.toString(run.faults().stream().filter(which).count());
  }

  private static String whole(double number) {
    return Double.isFinite(number) ? Long.toString(Math.round(number)) : "";
  }

  private static String decimal(double number) {
    return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "";
  }
}
