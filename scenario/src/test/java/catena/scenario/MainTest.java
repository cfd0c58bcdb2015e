package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "cluster",
        "createtable",
        "splits",
        "ingest",
        "walk",
        "batchwalk",
        "scan",
        "verify",
        "settings"
      })
  void everyCommandHasHelpOf80Columns(String command) {
    CommandLine line = CommandLine.run(command, "--help");
    assertThat(line.status()).isZero();
    assertThat(line.out()).contains("Usage: ");
    assertThat(line.out().lines()).allSatisfy(text -> assertThat(text).hasSizeLessThan(81));
  }

  @Test
  void helpNamesEveryCommand() {
    assertThat(CommandLine.run("--help").out())
        .contains("run", "cluster", "createtable", "splits", "ingest", "verify", "settings")
        .contains("walk", "batchwalk", "scan");
    assertThat(CommandLine.run().status()).isEqualTo(64);
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
  void allProblemsAreToldAtOnce() throws IOException {
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
  }

  @Test
  void aScenarioWithAnUnknownPhaseIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("x.yaml"), "name: x\nphases: [injest]\n");
    assertThat(refused("run", file.toString()).notes()).contains("'injest'", "ingest");
  }

  @Test
  void anUnknownCommandOrOptionIsRefused() throws IOException {
    assertThat(refused("walkabout").notes()).contains("walkabout");
    assertThat(refused("run", "--sped", "3").notes()).contains("--sped");
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
  void aZooKeeperThatDoesNotAnswerIsNotWaitedForEver() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Path client =
          Files.write(
              directory.resolve("client.properties"),
              List.of(
                  "instance.name=test",
                  "instance.zookeepers=127.0.0.1:" + silent.getLocalPort(),
                  "auth.type=password",
                  "auth.principal=root",
                  "auth.token=x"));
      CommandLine line = CommandLine.run("createtable", "-c", client.toString());
      assertThat(line.status()).isEqualTo(64);
      assertThat(line.notes()).containsIgnoringCase("zookeeper");
    }
  }

  @Test
  void aDryRunSaysWhatItWouldDo() {
    CommandLine line = CommandLine.run("run", QUICK, "--dry-run");
    assertThat(line.status()).isZero();
    assertThat(line.out()).contains("ingest.clients=4", "would do verify");
  }
}
