// SPDX-License-Identifier: Apache-2.0
package catena.bench.defects;

import catena.bench.defects.Mutant.Load;
import catena.bench.defects.Mutant.When;
import catena.cluster.control.Instrument;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.instance.ServerId;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.scenario.Main;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.accumulo.core.client.admin.CloneConfiguration;
import org.apache.accumulo.core.client.admin.CompactionConfig;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.hadoop.conf.Configuration;

/**
 * Plants each mutant of {@link Mutant} alone into the servers of a cluster that runs, lets a
 * scenario write, change and verify a table, and compares what was found with what was struck:
 * {@code bench/run server-mutants [--dir DIR] [NAME...]}. A cluster that is in {@code DIR/cluster}
 * is used and left running; else one is started, and removed in the end.
 *
 * <p>A run without any defect comes first and last, and must pass. Its status is 0 if everything
 * that must show was found under a right name, 1 if not, 2 if nothing can be said.
 */
public final class ServerMutants {
  private static final Duration HEALTHY = Duration.ofMinutes(3);
  private static final long OBEYED = 10_000;

  /** The garbage collector runs each second. */
  private static final long COLLECTED = 8_000;

  private static final String CONTROL = "control";

  private final Path directory;
  private final LocalCluster cluster;
  private final Instrument instrument;
  private final PrintStream told;
  private final String prefix = "mutants" + Long.toString(System.currentTimeMillis() / 1000, 36);
  private int tables;

  private ServerMutants(Path directory, LocalCluster cluster, PrintStream told) {
    this.directory = directory;
    this.cluster = cluster;
    this.instrument = cluster.instrument().orElseThrow();
    this.told = told;
  }

  /** Runs those that are named, or all. */
  public static void main(String[] args) throws Exception {
    List<String> words = new ArrayList<>(List.of(args));
    Path directory = Files.createDirectories(directory(words)).toAbsolutePath();
    List<String> known = Mutant.ALL.stream().map(Mutant::name).toList();
    if (!known.containsAll(words)) {
      System.err.println("There are " + String.join(", ", known) + ", not " + words);
      System.exit(64);
    }
    List<Mutant> mutants =
        words.isEmpty()
            ? Mutant.ALL
            : words.stream().map(word -> Mutant.ALL.get(known.indexOf(word))).toList();
    PrintStream told = System.out;
    PrintStream failures = System.err;
    Path log = directory.resolve("runs.log");
    Path home = directory.resolve("cluster");
    boolean given = LocalCluster.exists(home);
    ClusterSpec spec = given ? LocalCluster.open(home).spec() : spec();
    LocalCluster cluster = LocalCluster.start(home, spec, note -> {});
    int status;
    try (PrintStream said = new PrintStream(log.toFile(), StandardCharsets.UTF_8)) {
      System.setOut(said);
      System.setErr(said);
      status = new ServerMutants(directory, cluster, told).all(mutants);
    } finally {
      System.setErr(failures);
      if (!given) {
        cluster.clean();
      }
    }
    System.exit(status);
  }

  private static Path directory(List<String> words) throws IOException {
    int at = words.indexOf("--dir");
    if (at < 0 || at + 1 == words.size()) {
      return Files.createTempDirectory("server-mutants");
    }
    words.remove(at);
    return Path.of(words.remove(at));
  }

  /** Small logs, so that there are several, and files that stay to be checked. */
  private static ClusterSpec spec() {
    return ClusterSpec.usual()
        .with(Role.MONITOR, 0)
        .with("site.tserver.wal.max.size", "400K")
        .with("site.tserver.wal.blocksize", "2M")
        .with("site.gc.cycle.start", "1h")
        .with("instrument", true);
  }

  private int all(List<Mutant> mutants) throws Exception {
    told.println(Row.HEADER);
    List<Row> rows = new ArrayList<>();
    boolean clean = control();
    for (Mutant mutant : clean ? mutants : List.<Mutant>of()) {
      Row row = one(mutant);
      rows.add(row);
      told.println(row.line());
      told.flush();
    }
    clean &= clean && control();
    if (!clean) {
      return 2;
    }
    return rows.stream().allMatch(Row::isFound) ? 0 : 1;
  }

  /** A run in which nothing is planted. */
  private boolean control() throws Exception {
    long began = System.currentTimeMillis();
    Path run = perform(CONTROL, tables == 0 ? Load.MEMORY : Load.FILES);
    VerdictFile verdict = verdict(run);
    told.printf(
        "| %s | 0 | 0 | | | | %s %s | | | | %d s |%n",
        CONTROL, verdict.verdict(), verdict.findings(), seconds(began));
    return verdict.verdict() == Verdict.PASS;
  }

  private static long seconds(long from) {
    return (System.currentTimeMillis() - from) / 1000;
  }

  private Row one(Mutant mutant) throws Exception {
    if (mutant.load() == Load.SCAN_SERVERS && cluster.spec().number(Role.SSERVER) == 0) {
      List<ServerId> unused = cluster.add(Role.SSERVER, 1);
    }
    flushTables();
    if (mutant.load().isCollected()) {
      collect("1s");
    }
    long began = System.currentTimeMillis();
    if (mutant.when() == When.THROUGHOUT) {
      plant(mutant);
    }
    Path run;
    try {
      run = perform(mutant.name(), mutant.load());
      if (mutant.when() == When.VERIFY) {
        plant(mutant);
        if (mutant.load() == Load.CLONE_COMPACTED) {
          compactClone();
        }
        int unused =
            Main.run(
                "verify",
                "-c",
                cluster.clientProperties().toString(),
                run.toString(),
                "-o",
                "verify.mode=exact",
                "-o",
                "verify.late.limit=6s",
                "-o",
                "job.stall.limit=30s",
                "-o",
                "verify.consistency="
                    + (mutant.load() == Load.SCAN_SERVERS ? "eventual" : "immediate"),
                "-o",
                "verify.auths=" + (mutant.load() == Load.AUTHORIZED ? "A" : ""));
      }
    } finally {
      withdraw();
      if (mutant.load().isCollected()) {
        collect("1h");
      }
    }
    heal();
    return row(
        mutant, StrikeBook.of(cluster, mutant.name(), tableId(run), began), run, seconds(began));
  }

  /** So that what runs before have left in memory needs no logs. */
  private void flushTables() throws Exception {
    try (Connection connection =
        Connection.open(cluster.clientProperties(), Duration.ofSeconds(30))) {
      TableOperations all = connection.client().tableOperations();
      for (String table : all.list()) {
        if (table.startsWith(prefix)) {
          all.flush(table, null, null, true);
        }
      }
    }
  }

  /** Has the garbage collector begin anew, and look for the first time after so long. */
  private void collect(String start) throws Exception {
    try (Connection connection =
        Connection.open(cluster.clientProperties(), Duration.ofSeconds(30))) {
      InstanceOperations all = connection.client().instanceOperations();
      all.setProperty("gc.cycle.start", start);
      all.setProperty("gc.cycle.delay", start);
    }
    for (ServerId server : servers()) {
      if (server.role() == Role.GC) {
        cluster.stop(server);
        cluster.start(server);
      }
    }
  }

  /**
   * Makes a clone of the table of the last run, whose tablets get files of their own, so that
   * nothing but the table refers to its files: they become candidates of the garbage collector.
   * Ends when it has looked.
   */
  private void compactClone() throws Exception {
    String table = prefix + tables;
    try (Connection connection =
        Connection.open(cluster.clientProperties(), Duration.ofSeconds(30))) {
      TableOperations all = connection.client().tableOperations();
      all.clone(table, table + "clone", CloneConfiguration.builder().setFlush(true).build());
      all.compact(table + "clone", new CompactionConfig().setWait(true));
    }
    Thread.sleep(COLLECTED);
    List<ServerId> tservers =
        servers().stream().filter(server -> server.role() == Role.TSERVER).toList();
    for (ServerId server : tservers) {
      cluster.kill(server);
    }
    cluster.start(tservers);
    cluster.awaitHealthy(HEALTHY);
  }

  private List<ServerId> servers() {
    return cluster.spec().ids().stream()
        .filter(id -> Set.of(Role.MANAGER, Role.TSERVER, Role.GC, Role.SSERVER).contains(id.role()))
        .toList();
  }

  private void plant(Mutant mutant) throws Exception {
    for (ServerId server : servers()) {
      Optional<String> problem = instrument.whyNot(server, mutant.name());
      if (problem.isPresent()) {
        throw new IllegalStateException(problem.get());
      }
      instrument.order(server, "m", mutant.name(), "strike", mutant.every());
      if (!mutant.beside().isEmpty()) {
        String[] fault = mutant.beside().split(" ", 3);
        instrument.order(server, "f", fault[0], fault[1], Long.parseLong(fault[2]));
      }
    }
    long limit = System.currentTimeMillis() + OBEYED;
    for (ServerId server : servers()) {
      while (!instrument.isInForce(server, "m")) {
        if (System.currentTimeMillis() > limit) {
          throw new IllegalStateException(server + " does not obey");
        }
        Thread.sleep(50);
      }
    }
  }

  private void withdraw() throws IOException {
    for (ServerId server : servers()) {
      instrument.withdraw(server, "m");
      instrument.withdraw(server, "f");
    }
  }

  /** Tablets that do not come back would hinder the next: the table is looked at no more. */
  private void heal() throws Exception {
    cluster.start(cluster.spec().ids());
    if (cluster.problem().isPresent()) {
      try (Connection connection =
          Connection.open(cluster.clientProperties(), Duration.ofSeconds(30))) {
        connection.client().tableOperations().delete(prefix + tables);
      }
    }
    cluster.awaitHealthy(HEALTHY);
  }

  private Path perform(String name, Load load) throws IOException {
    Path runs = Files.createDirectories(directory.resolve(prefix));
    Path plan = runs.resolve(name + ".plan.yaml");
    Files.writeString(plan, load.plan());
    Path scenario = runs.resolve(name + ".yaml");
    tables++;
    Files.writeString(scenario, load.scenario(prefix + tables, plan.toString()));
    Path run = runs.resolve(name + "-" + tables);
    int unused =
        Main.run(
            "run",
            scenario.toString(),
            "-c",
            cluster.clientProperties().toString(),
            "--run-dir",
            run.toString());
    return run;
  }

  private static String tableId(Path run) throws IOException {
    try (RunDirectory directory = RunDirectory.open(run.toString(), new Configuration())) {
      return GraphFile.read(directory).orElseThrow().tableId();
    }
  }

  private static VerdictFile verdict(Path run) throws IOException {
    try (RunDirectory directory = RunDirectory.open(run.toString(), new Configuration())) {
      return VerdictFile.readFrom(directory).orElseThrow();
    }
  }

  /** What came of a mutant in the run of a directory. */
  static Row row(Mutant mutant, StrikeBook strikes, Path path, long seconds) throws IOException {
    try (RunDirectory run = RunDirectory.open(path.toString(), new Configuration())) {
      VerdictFile verdict = VerdictFile.readFrom(run).orElseThrow();
      Set<String> struck = new TreeSet<>();
      strikes.entries().forEach(each -> struck.add(each.row()));
      List<Finding> findings = new ArrayList<>();
      if (Files.exists(path.resolve("findings.jsonl"))) {
        long unused = Findings.read(run.fileSystem(), run.findings(), findings::add);
      }
      NavigableMap<String, Set<FindingKind>> found = found(findings, strikes, struck);
      Map<String, Long> others = new TreeMap<>();
      for (org.apache.hadoop.fs.Path journal : run.journals()) {
        JournalReader.read(
            run.fileSystem(),
            journal,
            event -> {
              if (event instanceof Event.FindingSeen seen) {
                others.merge(
                    seen.client().replaceFirst("-.*", ""), seen.finding().number(), Long::sum);
              }
            });
      }
      Set<String> must = strikes.mustShow(mutant, StrikeBook.Truth.of(run));
      return new Row(mutant, strikes, must, struck, found, verdict, others, seconds);
    }
  }

  /**
   * The names of each row that was found, without those that only follow from what was struck:
   * where that is not known row by row, from what was found itself.
   */
  static NavigableMap<String, Set<FindingKind>> found(
      List<Finding> findings, StrikeBook strikes, Set<String> struck) {
    Set<String> causes = new TreeSet<>(struck);
    if (!strikes.known()) {
      findings.stream()
          .filter(each -> each.kind() != FindingKind.UNDEFINED)
          .forEach(each -> causes.add(each.row()));
    }
    NavigableMap<String, Set<FindingKind>> found = new TreeMap<>();
    for (Finding each : findings) {
      if (!follows(each, causes)) {
        found.computeIfAbsent(each.row(), any -> new TreeSet<>()).add(each.kind());
      }
    }
    return found;
  }

  /** Whether a row is only missed by what refers to it and must not be there itself. */
  private static boolean follows(Finding finding, Set<String> struck) {
    return finding.kind() == FindingKind.UNDEFINED
        && !struck.contains(finding.row())
        && !finding.referrers().isEmpty()
        && struck.containsAll(finding.referrers());
  }

  /** What is known of one mutant. */
  record Row(
      Mutant mutant,
      StrikeBook strikes,
      Set<String> must,
      Set<String> struck,
      NavigableMap<String, Set<FindingKind>> found,
      VerdictFile verdict,
      Map<String, Long> others,
      long seconds) {
    static final String HEADER =
        "| mutant | strikes | must show | found | under another name | not struck | verdict |"
            + " references | summaries | walkers | time |\n"
            + "|---|---|---|---|---|---|---|---|---|---|---|";

    private long named(boolean right) {
      if (mutant.names().isEmpty()) {
        return right ? inDoubt() : 0;
      }
      return must.stream()
          .filter(found::containsKey)
          .filter(row -> mutant.isRight(found.get(row)) == right)
          .count();
    }

    /**
     * Rows of which the verdict says that they are in doubt. Of a check that was broken off the
     * tally has only what was compared.
     */
    private long inDoubt() {
      return verdict.verdict() == Verdict.UNKNOWN
          ? Math.max(must.size(), verdict.tally().get("entries promised"))
              - verdict.tally().get("exactly as promised")
          : 0;
    }

    private long unstruck() {
      return found.keySet().stream().filter(row -> !struck.contains(row)).count();
    }

    boolean isFound() {
      return strikes.known()
          ? named(true) == must.size() && !must.isEmpty()
          : !found.isEmpty() && found.values().stream().allMatch(mutant::isRight);
    }

    String line() {
      return "| %s | %d | %s | %d | %d | %d | %s %s | %s | %d | %d | %d s |"
          .formatted(
              mutant.name(),
              strikes.strikes(),
              strikes.known() ? String.valueOf(must.size()) : "some",
              strikes.known() ? named(true) : found.size(),
              named(false),
              strikes.known() ? unstruck() : 0,
              verdict.verdict(),
              verdict.findings(),
              verdict.tally().getOrDefault("UNDEFINED", verdict.tally().get("UNDEFINED seen")),
              others.getOrDefault("summaries", 0L),
              others.getOrDefault("walk", 0L),
              seconds);
    }
  }
}
