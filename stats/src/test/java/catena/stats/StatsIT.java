// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.local.LocalCluster;
import catena.harness.accumulo.Connection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.LocalFiles;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerId;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** One collector at one second over a real cluster, healthy first and then hit. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StatsIT {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String TABLE = "counted";
  private static final int IN_FILES = 6_000;
  private static final int IN_MEMORY = 500;
  private static final List<String> SPLITS = List.of("2", "4", "6", "8");

  @TempDir static Path directory;

  private static LocalCluster cluster;
  private static Connection connection;
  private static RunDirectory run;
  private static Journal journal;
  private static StatsCollector collector;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start();
    connection = Connection.open(cluster.clientProperties(), LIMIT);
    run = RunDirectory.at(directory.toString());
    journal = new Journal(run.append(run.events("stats")), e -> {});
    Settings settings =
        Settings.resolve(
            StatsSettings.ALL,
            List.of(Layer.of("test", Map.of("stats.interval", "1s", "table.name", TABLE))));
    collector =
        StatsCollector.start(
            new RunContext("stats", site(), run, journal, Optional.empty(), new StopSignal()),
            settings,
            new StopSignal());
  }

  private static PartEnvironment site() {
    PrintStream unheard = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
    return new PartEnvironment(
        () -> connection,
        true,
        CallerContext.of(
            new LocalFiles(cluster.clientProperties().getParent(), cluster.hadoopConf())),
        List.of(),
        new Terminal(unheard, unheard),
        Clock.systemUTC(),
        1);
  }

  @AfterAll
  static void stop() throws Exception {
    collector.close();
    journal.close();
    run.close();
    connection.close();
    cluster.clean();
  }

  @Test
  @Order(1)
  void everyFieldIsWhatTheClusterHolds() throws Exception {
    AccumuloClient client = connection.client();
    TreeSet<Text> splits = new TreeSet<>(SPLITS.stream().map(Text::new).toList());
    client.tableOperations().create(TABLE, new NewTableConfiguration().withSplits(splits));
    write(0, IN_FILES);
    client.tableOperations().flush(TABLE, null, null, true);
    write(0, 1_200); // The first tablet only gets a second file.
    client.tableOperations().flush(TABLE, null, new Text("2"), true);
    write(IN_FILES, IN_FILES + IN_MEMORY);
    List<Long> files = filesPerTablet();
    long[] stored = stored();

    Map<Integer, String> expected = new TreeMap<>();
    expected.put(1, "2");
    expected.put(5, Integer.toString(IN_FILES + 1_200 + IN_MEMORY));
    expected.put(9, Integer.toString(SPLITS.size() + 1));
    expected.put(10, Integer.toString(SPLITS.size() + 1));
    expected.put(14, Long.toString(stored[0]));
    expected.put(15, Long.toString(stored[1]));
    expected.put(16, Long.toString(stored[2]));
    expected.put(17, "0");
    expected.put(18, "4");
    expected.put(19, "0");
    expected.put(20, "0");
    expected.put(21, "1");
    expected.put(22, "0");
    expected.put(23, Long.toString(files.stream().mapToLong(n -> n).min().orElseThrow()));
    expected.put(24, Long.toString(files.stream().mapToLong(n -> n).max().orElseThrow()));
    double mean = files.stream().mapToLong(n -> n).average().orElseThrow();
    double variance = files.stream().mapToDouble(n -> (n - mean) * (n - mean)).sum();
    expected.put(25, "%.3f".formatted(mean));
    expected.put(26, "%.3f".formatted(Math.sqrt(variance / files.size())));
    String[] line =
        awaitClassic(
            fields ->
                expected.entrySet().stream().allMatch(e -> fields[e.getKey()].equals(e.getValue())),
            expected.toString());

    assertThat(Long.parseLong(line[6])).isBetween((long) IN_MEMORY, IN_MEMORY + 1_200L);
    assertThat(Long.parseLong(line[2])).isGreaterThan(Long.parseLong(line[5]));
    assertThat(Long.parseLong(line[11])).isGreaterThan(stored[0]);
    assertThat(Long.parseLong(line[12])).isGreaterThan(stored[1]);
    assertThat(Long.parseLong(line[13])).isGreaterThan(stored[2]);
    assertThat(line).doesNotContain("-");
  }

  @Test
  @Order(2)
  void whatTheNewVersionAddsIsThereToo() throws Exception {
    JsonNode all = await("cluster", values -> values.path("tablets.hosted").asInt() == 8);
    assertThat(all.path("tablets.unassigned").asInt()).isZero();
    assertThat(all.path("sservers").asInt()).isEqualTo(1);
    assertThat(all.path("managers").asInt()).isEqualTo(1);
    assertThat(all.path("fate.operations").asInt()).isZero();
    assertThat(all.path("recoveries").asInt()).isZero();
    assertThat(all.path("hold.time").asDouble()).isZero();
    assertThat(all.has("compactions.major.running")).isTrue();
    JsonNode table =
        await("table:" + TABLE, values -> values.path("metadata.tablets").asInt() == 5);
    assertThat(table.path("metadata.tablets.hosted").asInt()).isEqualTo(5);
  }

  @Test
  @Order(3)
  void everyGroupOfProcessesIsSeenAndNoOtherClusters() throws Exception {
    Map<String, Integer> processes = new HashMap<>();
    await(
        "group:yarn@", values -> values.path("processes").asInt() == 2 && values.has("cpu.cores"));
    Path file = hostFile();
    for (String text : Files.readAllLines(file)) {
      JsonNode line = Json.LINES.readTree(text);
      String scope = line.path("scope").asText();
      if (scope.startsWith("group:")) {
        String role = scope.substring(6, scope.indexOf('@'));
        int number = line.path("values").path("processes").asInt();
        processes.put(role, number);
        boolean holds = line.path("values").path("memory.used").asLong() > 0;
        // Other clients of Catena on this machine come and go: one that ends holds no memory.
        assertThat(holds).as(text).isEqualTo(number > 0 && (holds || !role.equals("client")));
      } else {
        assertThat(line.path("values").path("memory.total").asLong()).isPositive();
        assertThat(line.path("values").path("cpu.ratio").asDouble()).isBetween(0.0, 1.0);
      }
    }
    assertThat(processes)
        .containsEntry("tserver", 2)
        .containsEntry("manager", 1)
        .containsEntry("gc", 1)
        .containsEntry("monitor", 1)
        .containsEntry("sserver", 1)
        .containsEntry("namenode", 1)
        .containsEntry("datanode", 1)
        .containsEntry("zookeeper", 1);
    Set<String> names = new TreeSet<>();
    JsonNode metrics =
        Json.LINES.readTree(Files.readString(directory.resolve("stats/metrics.json")));
    metrics.fieldNames().forEachRemaining(names::add);
    for (Path each : List.of(file, directory.resolve("stats/cluster.jsonl"))) {
      for (String text : Files.readAllLines(each)) {
        Json.LINES
            .readTree(text)
            .path("values")
            .fieldNames()
            .forEachRemaining(name -> assertThat(names).contains(name));
      }
    }
  }

  @Test
  @Order(4)
  void theClientsRatesAndLatenciesAreOnTheSameGrid() throws Exception {
    long now = System.currentTimeMillis();
    journal.add(new Event.Flush(now, "ingest-w0", 0, 0, 0, 4_000, 0, 1, 2_000_000_000L));
    journal.flush();
    double sum = 0;
    awaitLine("clients.jsonl", line -> line.path("at").asLong() >= now + 1_000);
    for (JsonNode line : lines("clients.jsonl")) {
      assertThat(line.path("at").asLong() % 1_000).isZero();
      if (line.path("scope").asText().equals("cluster")) {
        sum += line.path("values").path("acknowledged.rate").asDouble();
      }
    }
    assertThat(sum).isBetween(3_999.0, 4_001.0);
  }

  @Test
  @Order(5)
  void itGoesOnWhileServersAreKilledAndTheGapsAreMarked() throws Exception {
    long began = System.currentTimeMillis();
    inject(Role.MONITOR, "source", "monitor", "entries");
    // However quick the manager is, the tablets of the one that is killed are missed for a while.
    connection.client().tableOperations().setProperty(TABLE, "table.suspend.duration", "20s");
    ServerId tserver = aHost();
    long killed = System.currentTimeMillis();
    cluster.kill(tserver);
    awaitEvent(e -> e instanceof Event.ServerLost lost && lost.role().equals("tserver"), began);
    await("cluster", values -> values.path("tservers").asInt() == 1);
    awaitLine(
        "cluster.jsonl",
        line -> isAfter(line, killed) && line.path("absent").toString().contains("\"entries\""));
    connection.client().tableOperations().removeProperty(TABLE, "table.suspend.duration");
    long dead = System.currentTimeMillis();
    cluster.start(tserver);
    awaitEvent(e -> e instanceof Event.ServerBack back && back.role().equals("tserver"), dead);
    await("cluster", values -> values.path("tservers").asInt() == 2);
    awaitLine(
        "cluster.jsonl",
        line ->
            isAfter(line, dead)
                && line.path("values").has("entries")
                && line.path("values").path("metadata.tablets.hosted").asInt() == 5);

    List<Long> times = new ArrayList<>();
    for (JsonNode line : lines("cluster.jsonl")) {
      if (line.path("scope").asText().equals("cluster")) {
        times.add(line.path("at").asLong());
      }
    }
    assertThat(times).isSorted().doesNotHaveDuplicates();
    assertThat(times).allSatisfy(at -> assertThat(at % 1_000).isZero());
    assertThat(lines("cluster.jsonl").stream().filter(l -> l.path("absent").size() > 0).count())
        .isPositive();
    assertThat(classic()).allSatisfy(fields -> assertThat(fields).hasSize(27));
    assertThat(collector.outcome().tally())
        .hasEntrySatisfying("samples without monitor", n -> assertThat(n).isPositive());
  }

  /** Without a manager the monitor has nothing to say, and a namenode is long about its start. */
  @Test
  @Order(6)
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes 2 minutes: -Dcatena.witness=true")
  void itGoesOnWithoutManagerAndNamenode() throws Exception {
    inject(Role.MANAGER, "source", "monitor", "entries");
    inject(Role.NAMENODE, "source", "hdfs", "hdfs.files");
    assertThat(collector.outcome().tally())
        .hasEntrySatisfying("samples without hdfs", n -> assertThat(n).isPositive());
  }

  /** Whether it is a line of the table after a time, for which monitor and metadata answered. */
  private static boolean isAfter(JsonNode line, long time) {
    return line.path("at").asLong() > time
        && line.path("answered").asLong() >= line.path("at").asLong()
        && line.path("scope").asText().equals("table:" + TABLE)
        && line.path("values").has("tablets")
        && line.path("values").path("metadata.tablets").asInt() == 5;
  }

  /** A tablet server that hosts tablets of the table. */
  private static ServerId aHost() throws Exception {
    Locations locations =
        connection.client().tableOperations().locate(TABLE, List.of(new Range("1")));
    String address =
        locations.groupByTablet().keySet().stream()
            .map(locations::getTabletLocation)
            .findFirst()
            .orElseThrow();
    return cluster.list().stream()
        .filter(server -> server.id().role() == Role.TSERVER)
        .filter(server -> server.address().equals(Optional.of(address)))
        .findFirst()
        .orElseThrow()
        .id();
  }

  /** Kills a server, sees the source's loss and a marked gap, starts it, and sees the return. */
  private static void inject(Role role, String kind, String source, String field) throws Exception {
    ServerId server = new ServerId(role, 1);
    long began = System.currentTimeMillis();
    cluster.kill(server);
    awaitEvent(
        e -> e instanceof Event.ServerLost l && l.role().equals(kind) && l.server().equals(source),
        began);
    awaitLine(
        "cluster.jsonl",
        line ->
            line.path("at").asLong() > began
                && line.path("scope").asText().equals("cluster")
                && line.path("absent").toString().contains("\"" + field + "\"")
                && !line.path("values").has(field)
                && line.path("values").has("tservers"));
    cluster.start(server);
    awaitEvent(
        e -> e instanceof Event.ServerBack b && b.role().equals(kind) && b.server().equals(source),
        began);
    long back = System.currentTimeMillis();
    awaitLine(
        "cluster.jsonl",
        line -> line.path("at").asLong() >= back - 2_000 && line.path("values").has(field));
  }

  private static void write(int from, int to) throws Exception {
    try (BatchWriter writer = connection.client().createBatchWriter(TABLE)) {
      for (int i = from; i < to; i++) {
        // The first 1,200 rows begin with 0 or 1, and so go to the first tablet.
        String row = i < 1_200 ? "1%05d".formatted(i) : "%d%05d".formatted(i % 10, i);
        Mutation mutation = new Mutation(row);
        mutation.put("f", "q" + from, "v");
        writer.addMutation(mutation);
      }
    }
  }

  /** Counted row by row on this side, not by an iterator on the servers' side. */
  private static List<Long> filesPerTablet() throws Exception {
    String id = connection.client().tableOperations().tableIdMap().get(TABLE);
    Map<String, Long> files = new HashMap<>();
    try (Scanner scanner =
        connection.client().createScanner("accumulo.metadata", Authorizations.EMPTY)) {
      scanner.setRange(new Range(id + ";", true, id + "<", true));
      for (Map.Entry<Key, Value> entry : scanner) {
        boolean file = entry.getKey().getColumnFamily().toString().equals("file");
        files.merge(entry.getKey().getRow().toString(), file ? 1L : 0L, Long::sum);
      }
    }
    return List.copyOf(files.values());
  }

  /** Bytes, directories and files of the table, by walking through its directory. */
  private static long[] stored() throws Exception {
    String id = connection.client().tableOperations().tableIdMap().get(TABLE);
    String volume =
        connection.client().instanceOperations().getSystemConfiguration().get("instance.volumes");
    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path(volume, "tables/" + id);
    long[] found = new long[3];
    try (FileSystem fs = FileSystem.newInstance(URI.create(volume), new Configuration())) {
      found[1] = 1L + fs.listStatus(root).length;
      RemoteIterator<LocatedFileStatus> files = fs.listFiles(root, true);
      while (files.hasNext()) {
        found[0] += files.next().getLen();
        found[2]++;
      }
    }
    return found;
  }

  private static Path hostFile() throws IOException {
    try (var files = Files.list(directory.resolve("stats"))) {
      return files
          .filter(f -> f.getFileName().toString().startsWith("host-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static List<JsonNode> lines(String name) throws IOException {
    Path file = directory.resolve("stats").resolve(name);
    List<JsonNode> lines = new ArrayList<>();
    String text = Files.exists(file) ? Files.readString(file) : "";
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      lines.add(Json.LINES.readTree(line));
    }
    return lines;
  }

  private static List<String[]> classic() throws IOException {
    String text = Files.readString(directory.resolve("stats/stats.out"));
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line -> line.split(" ", -1))
        .toList();
  }

  private static String[] awaitClassic(Predicate<String[]> wanted, String what) throws Exception {
    List<String[]> found = new ArrayList<>();
    await(
        () -> {
          List<String[]> all =
              Files.exists(directory.resolve("stats/stats.out")) ? classic() : List.of();
          if (!all.isEmpty()) {
            found.clear();
            found.add(all.get(all.size() - 1));
          }
          return !found.isEmpty() && wanted.test(found.get(0));
        },
        () -> what + " in " + (found.isEmpty() ? "nothing" : String.join(" ", found.get(0))));
    return found.get(0);
  }

  /** The values of the last line of a scope, as soon as they are as wanted. */
  private static JsonNode await(String scope, Predicate<JsonNode> wanted) throws Exception {
    String file = scope.startsWith("group") ? hostFile().getFileName().toString() : "cluster.jsonl";
    List<JsonNode> last = new ArrayList<>();
    await(
        () -> {
          last.clear();
          lines(file).stream()
              .filter(line -> line.path("scope").asText().startsWith(scope))
              .forEach(
                  line -> {
                    last.clear();
                    last.add(line.path("values"));
                  });
          return !last.isEmpty() && wanted.test(last.get(0));
        },
        () -> scope + ": " + last);
    return last.get(0);
  }

  private static void awaitLine(String file, Predicate<JsonNode> wanted) throws Exception {
    await(() -> lines(file).stream().anyMatch(wanted), () -> "a line of " + file);
  }

  private static void awaitEvent(Predicate<Event> wanted, long since) throws Exception {
    List<Event> seen = new ArrayList<>();
    await(
        () -> {
          seen.clear();
          var unused = JournalReader.read(run.fileSystem(), run.events("stats"), e -> seen.add(e));
          // An event has the time of its sample, which may have begun before the action.
          return seen.stream().anyMatch(e -> e.at() >= since - 1_000 && wanted.test(e));
        },
        () -> "an event beside " + seen);
  }

  /** Something to wait for. */
  private interface Look {
    boolean there() throws Exception;
  }

  private static void await(Look look, Supplier<String> what) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    StopSignal never = new StopSignal();
    while (!look.there()) {
      assertThat(System.nanoTime()).as("waiting for " + what.get()).isLessThan(end);
      boolean unused = never.await(Duration.ofMillis(250));
    }
  }
}
