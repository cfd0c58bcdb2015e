// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.command.Command;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad input of every kind that needs no cluster: a clear message, status 64, nothing started. */
class MainTest {
  private static final String QUICK = "../conf/scenarios/quick.yaml";

  @TempDir Path directory;

  private CommandLine refused(String... words) throws IOException {
    Path runs = Path.of("runs");
    boolean before = Files.exists(runs);
    CommandLine line = CommandLine.run(words);
    assertThat(line.status()).as(line.all()).isEqualTo(64);
    assertThat(line.out()).isEmpty();
    assertThat(line.notes()).doesNotContain("Exception:", "\tat ");
    assertThat(Files.exists(runs)).isEqualTo(before);
    return line;
  }

  /** As the user knows them; written here again so that none is lost by an oversight. */
  private static String[] commands() {
    return ("run cluster createtable ingest walk batchwalk scan verify agitate trace stats"
            + " report settings help completion quiesce")
        .split(" ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpOf80Columns(String command) {
    CommandLine line = CommandLine.run(command, "--help");
    assertThat(line.status()).isZero();
    assertThat(line.out()).contains("Usage: ");
    assertThat(line.out().lines()).allSatisfy(text -> assertThat(text).hasSizeLessThan(81));
    assertThat(line.out())
        .contains("Usage: bin/catena " + command + " [options]", "Exit status: 0 ", "--help")
        .doesNotContain("Default: ")
        .containsPattern("Examples:\\n  bin/catena .*\\n  bin/catena .*\\n");
    assertThat(CommandLine.run("help", command)).isEqualTo(line);
  }

  @Test
  void optionsThatDoNothingAreNotOffered() {
    assertThat(CommandLine.run("settings", "--help").out())
        .doesNotContain("--properties", "--client-props", "--dry-run");
    assertThat(CommandLine.run("trace", "--help").out())
        .contains("--client-props")
        .doesNotContain("--seed", "--on-finding");
  }

  @Test
  void theHelpOfACommandHasItsSettings() {
    assertThat(CommandLine.run("ingest", "--help").out())
        .contains("ingest.clients=", "bin/catena settings GROUP prints those of table, graph, ")
        .containsPattern("Advanced \\(bin/catena settings ingest\\): ingest\\.latency, ")
        .doesNotContain("ingest.latency=");
  }

  @Test
  void aSettingThatHasAnotherNameIsRefusedWithThatName() throws IOException {
    String[] words = {
      "run", "quick", "--dry-run", "-o", "stop.at.finding=true", "-o", "min.workers=2"
    };
    assertThat(refused(words).notes())
        .contains("stop.at.finding is no setting any more: it is finding.stop now; set that")
        .contains("min.workers is no setting any more: it is worker.min now; set that");
  }

  @Test
  void settingsCanBeAskedForByTheBeginningOfTheirKeys() throws IOException {
    String ingest = CommandLine.run("settings", "ingest").out();
    assertThat(ingest)
        .contains("# Number of ingest clients; each is a separate writer. Allowed: a whole number")
        .contains("\ningest.clients=1\n", "\ningest.rate=0\n", "a number from 0 to 1000000000.")
        .doesNotContain("graph.", "verify.");
    assertThat(CommandLine.run("settings").out().lines())
        .filteredOn(line -> line.startsWith("#"))
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    assertThat(CommandLine.run("settings", "verify.mode", "graph").out())
        .contains("verify.mode=", "graph.seed=")
        .doesNotContain("verify.late.limit=");
    assertThat(refused("settings", "injest").notes())
        .contains("no setting begins with injest; the nearest is ingest");
  }

  @Test
  void versionsArePrinted() {
    CommandLine line = CommandLine.run("--version");
    assertThat(line.status()).isZero();
    assertThat(line.out())
        .contains("Catena ", "Accumulo client 2.1", "ZooKeeper client 3", "Java ");
  }

  @ParameterizedTest
  @CsvSource({
    "version, --version",
    "flush, shell has flush -w",
    "pause, phase of scenarios",
    "addservers, phase of scenarios",
    "recreate, createtable"
  })
  void aWordThatIsNoCommandAnyMoreSaysWhatToDoInstead(String word, String instead)
      throws IOException {
    assertThat(refused(word, "-c", "x.properties").notes()).contains(instead);
    assertThat(refused("help", word).notes()).contains(instead);
    assertThat(CommandLine.run("--help").out()).doesNotContain("  " + word + " ");
  }

  @Test
  void helpNamesEveryCommand() {
    String help = CommandLine.run("--help").out();
    assertThat(help).contains(commands());
    assertThat(help.lines()).allSatisfy(text -> assertThat(text).hasSizeLessThan(81));
    assertThat(CommandLine.run("help").out()).isEqualTo(help);
    assertThat(CommandLine.run().status()).isEqualTo(64);
  }

  @Test
  void helpHasEachCommandBelowOneOfThreeHeadings() {
    List<String> lines = CommandLine.run("--help").out().lines().toList();
    assertThat(lines.stream().filter(line -> line.matches("\\S.*:")))
        .containsExactly("Start here:", "On your cluster:", "More:");
    assertThat(
            lines.stream()
                .skip(lines.indexOf("Start here:"))
                .filter(line -> line.startsWith("  "))
                .map(line -> line.strip().split(" ", 2)[0]))
        .as("each once, and no other")
        .containsExactlyInAnyOrderElementsOf(
            Activities.SHIPPED.commands(new StopSignal(), Clock.systemUTC(), List.of()).stream()
                .map(Command::name)
                .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "graph.flush.interval=0, flush.interval",
    "graph.depth=0, depth",
    "graph.delete.probability=2, delete.probability",
    "ingest.rate=-5, ingest.rate",
    "ingest.clients=many, ingest.clients",
    "ingest.entires=5, nearest is ingest.entries",
    "graph.visibilities=A&|B, A&|B",
    "graph.payload=zipf, payload",
    "verify.mode=sloppy, verify.mode",
    "quiesce.limit=soon, quiesce.limit"
  })
  void aBadSettingIsNamed(String assignment, String named) throws IOException {
    assertThat(refused("run", QUICK, "-o", assignment).notes()).contains(named);
  }

  @Test
  void anAccumuloThatCannotBeTestedIsNamed() throws IOException {
    String none = directory.toString();
    assertThat(refused("run", QUICK, "--accumulo-home", none).notes())
        .contains("cluster: there is no accumulo-core-2.1.x.jar in " + none);
    assertThat(refused("run", QUICK, "--accumulo-home", none, "-c", "x.properties").notes())
        .contains("--accumulo-home is for the run's own cluster");
    assertThat(refused("run", QUICK, "--security", "kerberos", "-c", "x.properties").notes())
        .contains("--security is for the run's own cluster");
    assertThat(refused("run", QUICK, "--security", "ssl").notes())
        .contains("none", "tls", "kerberos");
    Path file =
        Files.writeString(
            directory.resolve("rc.yaml"),
            "name: rc\ncluster: {accumulo: " + none + "/no}\nphases: [createtable]\n");
    assertThat(refused("run", file.toString()).notes())
        .contains("cluster: there is no directory " + none + "/no");
  }

  /** Here there are no servers' programs: as far as a run comes that has nothing to run on. */
  @Test
  void aRunThatEndsBeforeAnythingLeavesAVerdict() throws IOException {
    Path run = directory.resolve("run");
    CommandLine line = CommandLine.run("run", QUICK, "--run-dir", run.toString());
    assertThat(line.status()).as(line.all()).isEqualTo(2);
    assertThat(run.resolve("verdict.json"))
        .content()
        .contains("UNKNOWN", "not completed: ", "the servers' jars");
  }

  @Test
  void aReportOfNoRunIsRefused() throws IOException {
    assertThat(refused("report").notes()).contains("Name the directory of a run");
    assertThat(refused("report", "no/such/run").notes()).contains("no/such/run");
  }

  @Test
  void allProblemsAreReportedAtOnce() throws IOException {
    assertThat(
            refused(
                    "run",
                    QUICK,
                    "-o",
                    "graph.depth=0",
                    "-o",
                    "ingest.rate=-1",
                    "-o",
                    "ingest.sped=1")
                .notes())
        .contains("depth", "ingest.rate", "ingest.sped");
  }

  @Test
  void rowsThatAreNoRangeAreRefused() throws IOException {
    assertThat(refused("run", QUICK, "-o", "graph.row.min=9", "-o", "graph.row.max=9").notes())
        .contains("row.min must be less than row.max");
  }

  @Test
  void filesThatAreMissingAreNamed() throws IOException {
    assertThat(refused("run", "nowhere").notes()).contains("no scenario file nowhere");
    assertThat(refused("run", QUICK, "-p", "nowhere.properties").notes())
        .contains("nowhere.properties");
    assertThat(refused("run", QUICK, "-c", "nowhere.properties").notes())
        .contains("nowhere.properties");
    assertThat(refused("verify", "-c", "nowhere.properties").notes())
        .contains("nowhere.properties");
    assertThat(refused("ingest").notes()).contains("-c FILE");
    assertThat(refused("trace", "nowhere").notes())
        .contains("There is no run directory", "nowhere");
  }

  @Test
  void aScenarioWithAnUnknownPhaseIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("x.yaml"), "name: x\nphases: [injest]\n");
    assertThat(refused("run", file.toString()).notes()).contains("'injest'", "ingest");
  }

  /** A scenario with an agitator of this policy, on a cluster of its own. */
  private CommandLine agitated(String policy) throws IOException {
    Path rules = Files.writeString(directory.resolve("policy.yaml"), policy);
    Path file =
        Files.writeString(
            directory.resolve("agitated.yaml"),
            "name: x\ncluster: {datanode: 2}\nphases:\n  - together:\n      - agitate:\n"
                + "          agitate.policy: "
                + rules);
    return refused("run", file.toString());
  }

  @Test
  void aPolicyThatCannotBeKeptIsRefused() throws IOException {
    assertThat(agitated("faults: [{fault: kill, target: zookeeper, every: 1m}]").notes())
        .contains("quorum", "breaks: [zookeeper]");
    assertThat(agitated("faults: [{fault: kill, target: sserver, every: 1m}]").notes())
        .contains("there is no sserver");
    assertThat(agitated("faults: [{fault: kill, target: tsever, every: 1m}]").notes())
        .contains("tsever");
    assertThat(agitated("faults: [{fault: kill, target: gc, victims: 3:1, every: 1m}]").notes())
        .contains("3:1");
  }

  @Test
  void whatAgitateCannotReadOrWriteIsNamed() throws IOException {
    assertThat(refused("agitate").notes()).contains("-c FILE");
    assertThat(refused("agitate", "--heal").notes()).contains("-c FILE");
    assertThat(refused("agitate", "-c", "x", "--save-plan", "/proc/none/plan").notes())
        .contains("/proc/none/plan");
    assertThat(refused("agitate", "-o", "agitate.policy=nowhere").notes()).contains("nowhere");
    assertThat(refused("agitate", "--plan", "nowhere.yaml").notes()).contains("nowhere.yaml");
    Path plan = Files.writeString(directory.resolve("plan.yaml"), "faults: [{id: 1, fault: slap}]");
    assertThat(refused("agitate", "--plan", plan.toString()).notes()).contains("slap");
    assertThat(refused("agitate", "--plan", "nowhere.yaml", "-o", "bad").notes())
        .as("what is wrong with the one hides nothing of the other")
        .contains("nowhere.yaml", "bad");
  }

  @Test
  void whatCannotBeSampledIsRefused() throws IOException {
    assertThat(refused("stats").notes()).contains("-c FILE");
    assertThat(
            refused(
                    "stats",
                    "-o",
                    "stats.interval=10ms",
                    "-o",
                    "stats.parts=cluster,moon",
                    "-o",
                    "stats.monitor=nowhere")
                .notes())
        .contains("stats.interval=10ms", "cluster, host, clients", "http://host:port");
    assertThat(refused("stats", "-o", "stats.parts=").notes()).contains("stats.parts is empty");
  }

  @Test
  void anUnknownCommandOrOptionIsRefused() throws IOException {
    assertThat(refused("walkabout").notes()).contains("walkabout", "the nearest is walk");
    assertThat(refused("help", "runn").notes()).contains("the nearest is run");
    assertThat(refused("run", "--sped", "3").notes()).contains("--sped", "nearest is --seed");
    assertThat(refused("run", "quick", "--hlep").notes()).contains("no option --hlep", "--help");
  }

  @Test
  void aTraceNeedsOneRun() throws IOException {
    assertThat(refused("trace").notes()).contains("Name one run directory");
    assertThat(refused("trace", "one", "two").notes()).contains("Name one run directory");
    assertThat(refused("trace", directory.toString()).notes())
        .contains("neither findings nor events");
    assertThat(refused("trace", directory.toString(), "-o", "trace.interval=-1").notes())
        .contains("trace.interval");
  }

  @Test
  void aRunDirectoryThatCannotBeWrittenIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThat(refused("run", QUICK, "--run-dir", file + "/below").notes())
        .contains("cannot be written");
    Path full = Path.of("/dev/full");
    if (Files.exists(full)) {
      assertThat(refused("run", QUICK, "--run-dir", "/proc/catena").notes())
          .contains("/proc/catena");
    }
  }

  @Test
  void aDryRunSaysWhatItWouldDo() {
    CommandLine line = CommandLine.run("run", QUICK, "--dry-run");
    assertThat(line.status()).isZero();
    assertThat(line.out())
        .contains(
            "ingest.clients=4",
            "would do ingest (4 clients × 525,000 entries), about 16s",
            "would do verify, about ",
            "table quick on the run's own cluster: ",
            "2 tserver",
            "writes about 2.1 M entries, at most 228.3 MiB before compression");
  }

  @Test
  void aDryRunNeedsTheClusterThatTheRunNeeds() throws IOException {
    for (String command : List.of("createtable", "ingest", "walk", "quiesce", "stats")) {
      assertThat(refused(command, "--dry-run").notes()).contains("-c FILE");
    }
    assertThat(refused("run", QUICK, "--dry-run", "-c", "nowhere.properties").notes())
        .contains("nowhere.properties");
    Path thin = Files.writeString(directory.resolve("thin.properties"), "instance.name=x\n");
    for (String[] words :
        List.of(new String[] {"run", QUICK}, new String[] {"ingest"}, new String[] {"quiesce"})) {
      List<String> line = new java.util.ArrayList<>(List.of(words));
      line.addAll(List.of("--dry-run", "-c", thin.toString()));
      assertThat(refused(line.toArray(String[]::new)).notes()).contains("instance.zookeepers");
    }
  }

  @Test
  void theShippedScenariosAreListedWithTheirTimes() {
    CommandLine line = CommandLine.run("run", "--list");
    assertThat(line.status()).isZero();
    assertThat(line.out())
        .containsPattern("(?m)^quick +Four clients write")
        .containsPattern("(?m)^agitated +Clients")
        .containsPattern("\\(about\\s+1m\\d\\ds\\)");
    assertThat(line.out().lines()).allSatisfy(text -> assertThat(text).hasSizeLessThan(81));
  }
}
