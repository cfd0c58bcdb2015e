// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Topology;
import catena.agitator.plan.Plan;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.harness.accumulo.Connection;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerLocks;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A local cluster, and agitation of it from a plan's text to its journal. */
final class Rig {
  /** The property with the number that Maven gives to the JVM. */
  static final String FORK = "catena.fork";

  /** One for each of the JVMs in which tests run side by side. */
  static final Path DIRECTORY =
      Path.of("target/agitator-it-" + System.getProperty(FORK, "1")).toAbsolutePath();

  static final String TABLE = "agitated";

  /** One, since Hadoop reads its defaults for each. */
  private static final Configuration HADOOP = new Configuration();

  private Rig() {}

  static LocalCluster start() throws IOException, InterruptedException {
    return LocalCluster.start(
        DIRECTORY,
        ClusterSpec.usual()
            .with(Role.DATANODE, 2)
            .with(Role.TSERVER, 2)
            .with(Role.MANAGER, 2)
            .with(Role.MONITOR, 0)
            .with("zookeeper.timeout", "12s"),
        note -> {});
  }

  static Connection connection(LocalCluster cluster) {
    return Connection.open(cluster.clientProperties(), Duration.ofMinutes(3)); // on a busy machine
  }

  static Settings settings(Map<String, String> values) {
    return Settings.resolve(AgitateSettings.ALL, List.of(Layer.of("test", values)));
  }

  /** Agitates by a plan in a run directory of this name below the cluster's. */
  static PartOutcome agitate(
      LocalCluster cluster, String name, Map<String, String> values, StopSignal stop)
      throws Exception {
    return agitate(cluster, name, values, stop, AgitatePhase.PROOF_LIMIT);
  }

  /** The same where an injected fault has so long to be confirmed. */
  static PartOutcome agitate(
      LocalCluster cluster,
      String name,
      Map<String, String> values,
      StopSignal stop,
      Duration proofLimit)
      throws Exception {
    PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    try (Connection connection = connection(cluster);
        RunDirectory directory = RunDirectory.at(DIRECTORY.resolve(name).toString());
        Journal journal = new Journal(directory.append(directory.events("agitate")), e -> {});
        ServerLocks locks = AgitatePhase.locks(connection)) {
      Settings settings = settings(values);
      Topology topology =
          ClusterUnderTest.topology(
              AgitatePhase.control(settings, Optional.of(cluster), locks, List.of()));
      PartEnvironment site =
          new PartEnvironment(
              () -> connection,
              true,
              CallerContext.NOTHING,
              List.of(),
              new Terminal(silent, silent),
              Clock.systemUTC(),
              1);
      RunContext run = new RunContext("agitate", site, directory, journal, Optional.empty(), stop);
      Plan plan = AgitateActivity.plan(settings, topology, 1);
      return new AgitatePhase(run, Optional.of(cluster), settings, plan, proofLimit).perform();
    }
  }

  /** A plan's file with these faults. */
  static String plan(String name, String... faults) throws IOException {
    return plan(name, "none", faults);
  }

  /** A plan in which each fault waits until the cluster has recovered from those before. */
  static String gatedPlan(String name, String... faults) throws IOException {
    return plan(name, "healthy", faults);
  }

  private static String plan(String name, String gate, String... faults) throws IOException {
    String lines = String.join("\n", List.of(faults).stream().map(f -> "  - {" + f + "}").toList());
    Path file = DIRECTORY.resolve(name + ".yaml");
    Files.writeString(
        file,
        "gate: "
            + gate
            + "\nmost: {tserver: 2, datanode: 1, manager: 2, zookeeper: 1, gc: 1}\nfaults:\n"
            + lines
            + "\n");
    return file.toString();
  }

  /** All that the journal of a run says of faults. */
  static List<Event> journal(String run) throws IOException {
    return journalOf(run, "agitate");
  }

  /** All that a client's journal of a run says. */
  static List<Event> journalOf(String run, String client) throws IOException {
    List<Event> events = new ArrayList<>();
    Path file = DIRECTORY.resolve(run).resolve("events/" + client + ".jsonl");
    if (Files.exists(file)) {
      FileSystem local = FileSystem.getLocal(HADOOP);
      JournalReader.read(local, new org.apache.hadoop.fs.Path(file.toUri()), events::add);
    }
    return events;
  }

  static <E extends Event> List<E> journal(String run, Class<E> type) throws IOException {
    return journal(run).stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A file of commands for the control, beside some that change nothing. */
  static String control(String... lines) throws Exception {
    String usual = "hosts.tserver=accumulo\nlimit=5s\nany.start=true\nany.stop=true\n";
    return Files.writeString(
            DIRECTORY.resolve("control.properties"), usual + String.join("\n", lines) + "\n")
        .toString();
  }
}
