// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import catena.bench.Rounds;
import catena.bench.Target;
import catena.harness.accumulo.Connection;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;

/**
 * The operations of a workload file by {@code ycsb} and by YCSB's own client, by turns on one
 * cluster: operations a second, and the latency of each kind.
 *
 * <p>Each side has a table of its own with as many tablets, records and bytes, flushed before the
 * first round; each round is a process of its own that is at work for as long, with as many threads
 * and a buffer of as many bytes, and which side begins alternates. Before the first round each side
 * works for one that does not count. In the end our table is verified: figures of a table that is
 * not as promised are none.
 */
public final class BesideYcsb {
  private static final Duration CONNECT = Duration.ofSeconds(30);
  private static final Duration COMMAND = Duration.ofMinutes(10);
  private static final int BYTES = 1000;
  private static final String UNIFORM = "requestdistribution=uniform";

  /**
   * The most operations a second of YCSB's client: it draws keys among as many new ones as it would
   * insert, and draws again what is not there yet.
   */
  private static final long MOST = 5_000;

  private static final List<String> COMPANIONS =
      List.of("tested", "watch", "trace", "stats", "metrics", "report");

  /** The bytes of the buffer of YCSB's binding, which sends in the background when half is full. */
  private static final int BUFFER = 100_000;

  /** So many writes that the wait for the last of them weighs little; YCSB's client never waits. */
  private static final int WINDOW = 1000;

  private final BesideOptions options;
  private final Programs programs;
  private final Path run;
  private final Path workload;
  private final String ours;
  private final String theirs;
  private final Rounds rounds = new Rounds("operations/s", "catena", "YCSB");
  private final List<Figures> mine = new ArrayList<>();
  private final List<Figures> peers = new ArrayList<>();

  private BesideYcsb(BesideOptions options, Path directory) {
    this.options = options;
    this.programs = new Programs(options.peer, directory);
    this.run = directory.resolve("run");
    this.workload = directory.resolve("workload");
    String unique = Long.toHexString(System.nanoTime());
    this.ours = "beside_" + unique + "_catena";
    this.theirs = "beside_" + unique + "_ycsb";
  }

  /** Measures; any wrong option prints those that there are. */
  public static void main(String... words) throws Exception {
    BesideOptions options;
    try {
      options = BesideOptions.parse(words);
    } catch (UsageException e) {
      System.err.println(e.getMessage());
      System.exit(64);
      return;
    }
    Path directory = Files.createTempDirectory("catena-beside-ycsb-");
    try (Connection connection = Connection.open(Path.of(options.clientProps), CONNECT)) {
      BesideYcsb beside = new BesideYcsb(options, directory);
      try {
        beside.load(connection.client());
        beside.measure();
        beside.verify();
        beside.conclude();
      } finally {
        beside.remove(connection.client());
      }
    } finally {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private void load(AccumuloClient client) throws Exception {
    System.out.printf(
        Locale.ROOT,
        "%,d records of %,d bytes and %d tablets on each side, %d threads, %s%n",
        options.records(),
        BYTES,
        options.tablets,
        options.clients,
        options.workload);
    List<String> lines = Files.readAllLines(Path.of(options.workload));
    Files.write(workload, workload(lines, options));
    catena(
        "createtable",
        "table.splits=" + (options.tablets - 1),
        "graph.depth=5",
        "graph.flush.interval=" + options.interval(),
        "graph.columns=" + options.fields,
        "graph.payload=fixed:" + BYTES / options.fields,
        "graph.updates=1000:" + (lines.contains(UNIFORM) ? "uniform" : "zipfian") + ":timed");
    catena(
        "ingest",
        "ingest.clients=" + options.clients,
        "ingest.entries=" + (6L * options.interval() - 1)); // five layers, and what closes them
    client
        .tableOperations()
        .create(theirs, new NewTableConfiguration().withSplits(splits(options.tablets)));
    Figures loaded = Figures.ofYcsb(programs.ycsb(COMMAND, peer("-load")));
    if (loaded.operations() != options.records()) {
      throw new IllegalStateException(
          "YCSB's client has loaded %d of %d records"
              .formatted(loaded.operations(), options.records()));
    }
    for (String table : List.of(ours, theirs)) {
      client.tableOperations().flush(table, null, null, true);
    }
  }

  /** The mix of a workload file, with the records and for as long as this comparison says. */
  static List<String> workload(List<String> lines, BesideOptions options) {
    Pattern ours =
        Pattern.compile(
            "\\s*(recordcount|operationcount|fieldcount|fieldlength|threadcount|target"
                + "|maxexecutiontime)\\s*[=:].*");
    List<String> workload = new ArrayList<>(lines);
    workload.removeIf(line -> ours.matcher(line).matches());
    workload.add("recordcount=" + options.records());
    workload.add("fieldcount=" + options.fields);
    workload.add("fieldlength=" + BYTES / options.fields);
    return workload;
  }

  /**
   * Cuts the keys of YCSB's records, {@code user} and a hash of 63 bits in decimals, into parts of
   * about one size.
   *
   * <p>Keys are in the order of their texts. Let x, from 1 to 10, be the digits of a hash with a
   * point behind the first. Hashes of nineteen digits, of which the largest is M = 9.22…, are even
   * over 1 to M, with the density 1/M. Those of fewer digits, a share of 1/M of all, are even over
   * 1 to 10. So the share of keys before x is (x − 1)/M + (x − 1)/(9 M), and beyond M it grows by
   * the second term alone.
   */
  static SortedSet<Text> splits(int tablets) {
    double most = Long.MAX_VALUE / 1e18;
    double longer = 1 / most;
    double shorter = longer / 9;
    double atMost = (most - 1) * (longer + shorter);
    TreeSet<Text> splits = new TreeSet<>();
    for (int i = 1; i < tablets; i++) {
      double share = (double) i / tablets;
      double x =
          share <= atMost ? 1 + share / (longer + shorter) : most + (share - atMost) / shorter;
      splits.add(new Text("user" + String.format(Locale.ROOT, "%.9f", x).replace(".", "")));
    }
    return splits;
  }

  private void measure() throws Exception {
    Figures unusedOurs = ours();
    Figures unusedTheirs = theirs();
    for (int i = 0; i < options.rounds; i++) {
      boolean oursFirst = i % 2 == 0;
      Figures early = oursFirst ? ours() : theirs();
      Figures late = oursFirst ? theirs() : ours();
      mine.add(oursFirst ? early : late);
      peers.add(oursFirst ? late : early);
      rounds.add(mine.get(i).rate(), peers.get(i).rate());
    }
  }

  private void conclude() {
    rounds.conclude(Target.atLeast("beside-ycsb", options.target));
    latencies(mine, peers).forEach(System.out::println);
  }

  private Figures ours() throws Exception {
    long since = System.currentTimeMillis();
    // YCSB's client has nothing that accompanies it either.
    List<String> words = new ArrayList<>(List.of("ycsb", run.toString()));
    words.addAll(target());
    for (String companion : COMPANIONS) {
      words.addAll(List.of("--without", companion));
    }
    for (String setting :
        List.of(
            "ycsb.workload=" + workload,
            "ycsb.clients=" + options.clients,
            "ycsb.duration=" + options.seconds + "s",
            "ycsb.buffered=true",
            "ycsb.window=" + WINDOW,
            "ingest.buffer=" + BUFFER)) {
      words.addAll(List.of("-o", setting));
    }
    String unused = programs.catena(COMMAND.plusSeconds(options.seconds), words);
    try (RunDirectory directory = RunDirectory.open(run.toString(), new Configuration())) {
      return Figures.ofCatena(directory, since);
    }
  }

  private Figures theirs() throws IOException, InterruptedException {
    List<String> words = peer("-t");
    words.addAll(List.of("-p", "maxexecutiontime=" + options.seconds));
    return Figures.ofYcsb(programs.ycsb(COMMAND.plusSeconds(options.seconds), words));
  }

  /** The options of YCSB's client in both of its phases. */
  private List<String> peer(String phase) {
    List<String> words = new ArrayList<>(List.of(phase, "-P", workload.toString()));
    words.addAll(List.of("-threads", Integer.toString(options.clients)));
    for (String property :
        List.of(
            "db=" + AccumuloBinding.NAME,
            AccumuloBinding.CLIENT + "=" + options.clientProps,
            "table=" + theirs,
            "operationcount=" + MOST * options.seconds,
            "measurementtype=hdrhistogram",
            "hdrhistogram.percentiles=50,99")) {
      words.addAll(List.of("-p", property));
    }
    return words;
  }

  /** Medians of the rounds, and the middle half of them, of each operation of both sides. */
  static List<String> latencies(List<Figures> mine, List<Figures> peers) {
    List<String> lines = new ArrayList<>();
    for (String operation : new TreeMap<>(mine.get(0).latencies()).keySet()) {
      for (boolean median : new boolean[] {true, false}) {
        ToDoubleFunction<Figures> figure =
            each -> {
              Figures.Latency latency = each.latencies().get(operation);
              return latency == null ? Double.NaN : median ? latency.p50() : latency.p99();
            };
        lines.add(
            String.format(
                Locale.ROOT,
                "%s %s  catena %s ms, YCSB %s ms",
                operation,
                median ? "p50" : "p99",
                spread(mine, figure),
                spread(peers, figure)));
      }
    }
    return lines;
  }

  private static String spread(List<Figures> rounds, ToDoubleFunction<Figures> figure) {
    List<Double> sorted = rounds.stream().map(figure::applyAsDouble).sorted().toList();
    int quarter = sorted.size() / 4;
    return String.format(
        Locale.ROOT,
        "%.3f (%.3f to %.3f)",
        Rounds.median(sorted),
        sorted.get(quarter),
        sorted.get(sorted.size() - 1 - quarter));
  }

  private void verify() throws IOException, InterruptedException {
    catena("quiesce");
    List<String> words = new ArrayList<>(List.of("verify", run.toString()));
    words.addAll(target());
    String unused = programs.catena(COMMAND, words);
    System.out.println("verified: every record of catena's table is as promised");
  }

  private void catena(String name, String... settings) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(target());
    Path into = name.equals("ingest") ? run : run.resolveSibling(name);
    words.addAll(List.of("--run-dir", into.toString()));
    for (String setting : settings) {
      words.addAll(List.of("-o", setting));
    }
    String unused = programs.catena(COMMAND, words);
  }

  private List<String> target() {
    return List.of("-c", options.clientProps, "-o", "table.name=" + ours);
  }

  private void remove(AccumuloClient client) throws Exception {
    for (String table : List.of(ours, theirs)) {
      if (client.tableOperations().exists(table)) {
        client.tableOperations().delete(table);
      }
    }
  }
}
