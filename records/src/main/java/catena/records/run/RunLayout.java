// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import com.google.common.io.Files;
import java.util.Comparator;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What each file of a run directory is called, whether it is there or not. */
public abstract class RunLayout {
  /** What {@link #graph} is called, also where a setting's source is named. */
  public static final String GRAPH = "graph.json";

  /** What {@link #openFaults} is called; a cluster's own directory has such a file, too. */
  public static final String OPEN_FAULTS = "open-faults.json";

  /** What {@link #causes} is called. */
  public static final String CAUSES = "causes.json";

  /** What {@link #causesPage} is called. */
  public static final String CAUSES_PAGE = "causes.txt";

  /** Hadoop's usual configuration: one, since it reads all its files for each. */
  private static final Configuration USUAL = new Configuration();

  /** Files of one name in the order of their numbers, if all were sorted by name before. */
  static final Comparator<Path> BY_PROCESS =
      Comparator.comparing((Path file) -> client(file).replaceFirst("-\\d+$", ""))
          .thenComparing(file -> client(file).length());

  private static final Pattern WRITER = Pattern.compile("writer-(\\d{5,9})\\.ledger");

  private final Path root;

  RunLayout(Path root) {
    this.root = root;
  }

  /** {@link RunDirectory#at(String, Configuration)} with Hadoop's usual configuration. */
  public static RunDirectory at(String directory) {
    return RunDirectory.at(directory, USUAL);
  }

  /** {@link RunDirectory#open(String, Configuration)} with Hadoop's usual configuration. */
  public static RunDirectory open(String directory) {
    return RunDirectory.open(directory, USUAL);
  }

  /** The directory itself, with its scheme. */
  public final Path root() {
    return root;
  }

  /** The last part of the directory's name. */
  public final String name() {
    return root.getName();
  }

  /** A path under the directory. */
  public final Path path(String relative) {
    return new Path(root, relative);
  }

  /** {@code scenario.yaml}. */
  public final Path scenario() {
    return path("scenario.yaml");
  }

  /** {@code phases.json}: what of the scenario this run is to do, worked out. */
  public final Path phases() {
    return path("phases.json");
  }

  /** {@code sweep.json}: the runs below this directory that a sweep has made. */
  public final Path sweep() {
    return path("sweep.json");
  }

  /** {@code budgets.json}: what was asked of the run's numbers, and the results. */
  public final Path budgets() {
    return path("budgets.json");
  }

  /** {@code rate.json}: a search for the highest rate, as far as it has come. */
  public final Path rate() {
    return path("rate.json");
  }

  /** {@code placement.csv}: how much of what was on which kind of disk, over time. */
  public final Path placement() {
    return path("placement.csv");
  }

  /** {@code additions.csv}: the servers that were added while the run went on. */
  public final Path additions() {
    return path("additions.csv");
  }

  /** {@code settings.properties}: the effective settings. */
  public final Path settings() {
    return path("settings.properties");
  }

  /** {@code graph.json}: the parameters of the table's graph. */
  public final Path graph() {
    return path(GRAPH);
  }

  /** {@code environment.json}. */
  public final Path environment() {
    return path("environment.json");
  }

  /** {@code tested.json}: what was under test. */
  public final Path tested() {
    return path("tested.json");
  }

  /** {@code configuration/system.properties}: how the instance is configured. */
  public final Path systemConfiguration() {
    return path("configuration/system.properties");
  }

  /** {@code configuration/table-<name>.properties}: how a table is configured. */
  public final Path tableConfiguration(String table) {
    return path("configuration/table-" + table + ".properties");
  }

  /** {@code junit.xml}: the verdict as a report of tests. */
  public final Path junit() {
    return path("junit.xml");
  }

  /**
   * {@code results.csv} in the directory that holds run directories: a row for each.
   *
   * @param runs the directory of the runs
   */
  public static java.nio.file.Path results(java.nio.file.Path runs) {
    return runs.resolve("results.csv");
  }

  /** {@code results-<scenario>.json} next to it: those of one scenario, for Apache Otava. */
  public static java.nio.file.Path results(java.nio.file.Path runs, String scenario) {
    return runs.resolve("results-" + safe(scenario) + ".json");
  }

  /** {@code .results.lock}: held by the process that writes one of them. */
  public static java.nio.file.Path resultsLock(java.nio.file.Path runs) {
    return runs.resolve(".results.lock");
  }

  static String safe(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "-");
  }

  /**
   * {@code plan.yaml}: which faults were to be done when.
   *
   * @param nth of the parts that did them, from 1: the second has {@code plan-2.yaml}
   */
  public final Path plan(int nth) {
    return path(nth == 1 ? "plan.yaml" : "plan-" + nth + ".yaml");
  }

  /** {@code events/<client>.jsonl}. */
  public final Path events(String client) {
    return path("events/" + client + ".jsonl");
  }

  /** {@code latency/<client>.hlog}. */
  public final Path latency(String client) {
    return path("latency/" + client + ".hlog");
  }

  /** {@code stats/cluster.jsonl}: samples of the cluster and its tables. */
  public final Path clusterSamples() {
    return path("stats/cluster.jsonl");
  }

  /** {@code stats/clients.jsonl}: samples of the run's own clients. */
  public final Path clientSamples() {
    return path("stats/clients.jsonl");
  }

  /**
   * {@code stats/host-<host>.jsonl}: samples of a host; what no name of a file has is {@code _}.
   */
  public final Path hostSamples(String host) {
    return path("stats/host-" + host.replaceAll("[^A-Za-z0-9._-]", "_") + ".jsonl");
  }

  /** {@code stats/stats.out}: samples of the cluster in the form of the original collector. */
  public final Path classicSamples() {
    return path("stats/stats.out");
  }

  /** {@code stats/metrics.json}: what the names of the samples mean. */
  public final Path metrics() {
    return path("stats/metrics.json");
  }

  /** {@code ledger/writer-<5 digits>.ledger}. */
  public final Path ledger(int writer) {
    return path(String.format(Locale.ROOT, "ledger/writer-%05d.ledger", writer));
  }

  /** Whose ledger a file is by its name. */
  public static OptionalInt writerOf(Path ledger) {
    Matcher named = WRITER.matcher(ledger.getName());
    return named.matches() ? OptionalInt.of(Integer.parseInt(named.group(1))) : OptionalInt.empty();
  }

  /** {@code logs/<command>.log}: what a command logged that is not in its journal. */
  public final Path log(String command) {
    return path("logs/" + command + ".log");
  }

  /** {@code logs/<command>.out}: what a process printed that has no terminal. */
  public final Path printed(String command) {
    return path("logs/" + command + ".out");
  }

  /** {@code fleet.json}: what the workers of the run work by. */
  public final Path fleet() {
    return path("fleet.json");
  }

  /** {@code phases/<index>-<term>.json}: a phase's outcome, as that term's coordinator says. */
  public final Path phase(int index, int term) {
    return path("phases/" + index + "-" + term + ".json");
  }

  /** {@code phases/coordinator-<term>.json}: what a coordinator leaves to the next one. */
  public final Path coordinator(int term) {
    return path("phases/coordinator-" + term + ".json");
  }

  /** {@code verdict-<term>.json}: the verdict of a run with workers, before it is published. */
  public final Path verdict(int term) {
    return path("verdict-" + term + ".json");
  }

  /**
   * {@code shares/<generation>-<worker>.json}: the outcome of a worker's share of a phase.
   *
   * @param worker its slot, a dash and its attempt
   */
  public final Path share(int generation, String worker) {
    return path("shares/" + generation + "-" + worker + ".json");
  }

  /** {@code trials/<name>/}: a run directory of a check that was tried on a planted fault. */
  public final Path trial(String name) {
    return path("trials/" + name);
  }

  /** {@code inputs}: copies of files that settings of a run with workers name. */
  public final Path inputs() {
    return path("inputs");
  }

  /** One of {@link #inputs}. */
  public final Path input(String name) {
    return path("inputs/" + name);
  }

  /** {@code selftest.txt}: what was planted, and which check found it. */
  public final Path selftest() {
    return path("selftest.txt");
  }

  /** {@code verdict.json}. */
  public final Path verdict() {
    return path("verdict.json");
  }

  /** {@code findings.jsonl}. */
  public final Path findings() {
    return path("findings.jsonl");
  }

  /** A file of findings that is to take the place of {@link #findings}, another one each time. */
  public final Path nextFindings() {
    return next(findings());
  }

  /** {@code open-faults.json}: faults that are not healed yet. */
  public final Path openFaults() {
    return path(OPEN_FAULTS);
  }

  /** {@code causes.json}: the likeliest cause of each lost write. */
  public final Path causes() {
    return path(CAUSES);
  }

  /** {@code causes.txt}: the same for a person. */
  public final Path causesPage() {
    return path(CAUSES_PAGE);
  }

  /** {@code resumed-<milliseconds since 1970>.json}: with what the run was carried on then. */
  public final Path resumption(long atMillis) {
    return path("resumed-" + atMillis + ".json");
  }

  /** {@code report.<extension>}. */
  public final Path report(String extension) {
    return path("report." + extension);
  }

  /** {@code report/<name>}: one series or table of the report. */
  public final Path reportSeries(String name) {
    return path("report/" + name);
  }

  /** What a file of the directory is called within it: {@code events/run.jsonl}. */
  public final String nameOf(Path file) {
    return root.toUri().relativize(file.toUri()).getPath();
  }

  /** Whose file a journal or a latency log is: {@code ingest} of {@code events/ingest.jsonl}. */
  public static String client(Path file) {
    return Files.getNameWithoutExtension(file.getName());
  }

  /** Whether a sentence is about a journal or a latency log: it begins with the name of one. */
  public static boolean isAboutRecord(String sentence) {
    return sentence.startsWith("events/") || sentence.startsWith("latency/");
  }

  /** A hidden file next to another one, which it is to replace. */
  static Path next(Path file) {
    return new Path(file.getParent(), "." + file.getName() + ".next-" + UUID.randomUUID());
  }

  /** A hidden file next to another one, which says that a process writes that. */
  static Path claim(Path file) {
    return new Path(file.getParent(), "." + file.getName() + ".claim");
  }

  /** Whether a path is called as files of samples are while they are written. */
  public static boolean isSamples(Path file) {
    return file.getName().endsWith(".jsonl");
  }

  static Path numbered(Path file, int n) {
    String name = file.getName();
    int ending = name.lastIndexOf('.');
    return new Path(file.getParent(), name.substring(0, ending) + "-" + n + name.substring(ending));
  }
}
