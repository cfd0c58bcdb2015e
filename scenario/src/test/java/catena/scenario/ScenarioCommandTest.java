// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of the runs of a scenario before any of them begins. */
class ScenarioCommandTest {
  private static final String TWO =
      "name: two\nabout: two rows\nparameters: {n: [3, 4]}\n"
          + "settings: {table.name: 'both', ingest.clients: '${n}', ingest.entries: 5}\n"
          + "phases: [createtable, ingest, verify]\n";

  @TempDir private Path temp;

  private CommandLine run(String text, String... words) throws IOException {
    Path file = Files.writeString(temp.resolve("x.yaml"), text);
    List<String> all = new ArrayList<>(List.of("run", file.toString()));
    all.addAll(List.of(words));
    return CommandLine.run(all.toArray(String[]::new));
  }

  private String refused(String text, String... words) throws IOException {
    CommandLine line = run(text, words);
    assertThat(line.status()).as(line.all()).isEqualTo(64);
    return line.notes();
  }

  private String properties() throws IOException {
    return Files.writeString(
            temp.resolve("client.properties"), "instance.name=x\ninstance.zookeepers=127.0.0.1:1\n")
        .toString();
  }

  @Test
  void aDryRunPrintsEachRow() throws IOException {
    CommandLine line = run(TWO, "--dry-run");
    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.out())
        .contains("would do ingest (3 clients", "would do ingest (4 clients")
        .contains("n=3", "\n\n", "n=4", "table both on the run's own cluster: ")
        .contains("its cluster takes about 20s more");
    assertThat(line.out().lines().filter(each -> each.equals("ingest.entries=5")))
        .as("what is as in the row before is not printed again")
        .hasSize(1);
    assertThat(line.out()).contains("ingest.clients=3", "ingest.clients=4").doesNotStartWith("\n");
    CommandLine one = run(TWO, "--dry-run", "--set", "n=4");
    assertThat(one.status()).as(one.all()).isZero();
    assertThat(one.out()).contains("ingest.clients=4").doesNotContain("ingest.clients=3", "3 cli");
  }

  @Test
  void whatWasDrawnIsPrinted() throws IOException {
    String text =
        "name: x\nparameters: {n: '${draw(5, 6)}'}\nsettings: {ingest.clients: '${n}'}\n"
            + "phases: [createtable, ingest, verify]\n";
    CommandLine line = run(text, "--dry-run", "--seed", "9");
    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.notes()).containsPattern("drawn with --seed 9: .*n.*[56]");
    assertThat(run(TWO, "--dry-run", "--seed", "9").notes()).doesNotContain("drawn");
  }

  @Test
  void aPhaseThatDependsOnAnotherIsPrinted() throws IOException {
    CommandLine line =
        run(
            "name: x\nphases:\n  - createtable\n  - ingest\n  - verify\n"
                + "  - {scan: {scan.duration: 5s}, when: {verify: FAIL}}\n",
            "--dry-run");
    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.out()).containsPattern("would do scan.*, about .*, if verify is FAIL");
  }

  @Test
  void rowsThatWriteOneTableOfOneClusterAreRefused() throws IOException {
    assertThat(refused(TWO, "-c", properties()))
        .contains("rows 1 and 2 would write the same table, both: put ${row} into table.name");
  }

  /** Without a look at the cluster, which would be asked how many servers it has. */
  @Test
  void theNumberOfTabletServersIsGivenHoweverItIsWritten() throws IOException {
    String text = TWO.replace("n: [3, 4]", "n: [3, 4], tablet_servers: 1");
    assertThat(refused(text, "-c", properties(), "--set", "tablet_servers = 2"))
        .contains("rows 1 and 2 would write the same table, both");
  }

  @Test
  void aSecondSearchOfARunIsRefused() throws IOException {
    assertThat(refused("name: x\nphases: [createtable, rate, rate, verify]\n", "--dry-run"))
        .contains("x: a run has one rate: sweep a parameter for several searches");
    CommandLine one = run("name: x\nphases: [createtable, rate, verify]\n", "--dry-run");
    assertThat(one.status()).as(one.all()).isZero();
  }

  @Test
  void oneClusterIsKeptAndNotSeveral() throws IOException {
    assertThat(refused(TWO, "--keep-cluster"))
        .contains("--keep-cluster is for one run, and these are 2", "--set");
    assertThat(refused(TWO, "--keep-cluster", "--dry-run")).contains("--keep-cluster is for one");
  }

  @Test
  void aScanOfRowsInOrderIsRefusedBeforeAnythingBegins() throws IOException {
    String text = "name: x\nphases: [createtable, together: [ingest, scan], verify]\n";
    assertThat(refused(text, "--dry-run", "-o", "graph.rows=ordered"))
        .contains("which hold no rows in order (graph.rows=ordered)");
  }

  @Test
  void aDryRunIntoTheDirectoryOfAnotherRunIsRefusedAsTheRunIs() throws IOException {
    Path directory = Files.createDirectories(temp.resolve("another"));
    assertThat(run(TWO, "--dry-run", "--run-dir", directory.toString()).status()).isZero();
    assertThat(directory).isEmptyDirectory();
    Files.writeString(directory.resolve("verdict.json"), "{}");
    assertThat(refused(TWO, "--dry-run", "--run-dir", directory.toString()))
        .contains("holds another run; name a new one");
  }

  @Test
  void workersNeedSomethingToDo() throws IOException {
    assertThat(refused("name: x\nphases: [createtable, verify]\n", "--workers", "2"))
        .contains("Scenario x has nothing for workers to do (", "ingest, ", "leave --workers out");
  }

  @Test
  void anEngineThatThereIsNotIsNamed() throws IOException {
    assertThat(refused(TWO, "--workers", "2", "--launch", "yarm"))
        .contains(
            "--launch yarm: there is no such engine", "nearest is yarn", "local, ssh", "none");
    assertThat(Launchers.words()).startsWith("local", "ssh").endsWith("none").contains("yarn");
    assertThat(Launchers.of("none")).isEmpty();
    assertThat(Launchers.of("ssh").orElseThrow().name()).isEqualTo("ssh");
    assertThat(Launchers.settings()).doesNotHaveDuplicates().isNotEmpty();
  }

  @Test
  void whatBelongsTogetherIsSaid() throws IOException {
    assertThat(refused(TWO, "--lost")).contains("--lost is for --resume RUN");
    assertThat(refused(TWO, "another")).contains("One scenario at a time, not ");
    assertThat(refused(TWO, "--set", "m=5")).contains("m");
    assertThat(refused(TWO, "--resume", temp.resolve("none").toString()))
        .contains("--resume takes over the run that it names, as it was begun: leave all out");
    String[][] others = {
      {"--dry-run"},
      {"-o", "worker.min=1"},
      {"--set", "m=1"},
      {"--seed", "5"},
      {"--keep-cluster"},
      {"--launch", "local"},
      {"--workers", "2"},
      {"--run-dir", "x"},
      {"--on-finding", "true"}
    };
    for (String[] other : others) {
      String[] words = ArrayUtils.addAll(new String[] {"run", "--resume", "r"}, other);
      CommandLine line = CommandLine.run(words);
      assertThat(line.status()).as(line.all()).isEqualTo(64);
      assertThat(line.notes()).as(line.all()).contains("leave all out but RUN, -c and --lost");
    }
    assertThat(refused(TWO, "--launch", "yarn")).contains("--launch is for --workers N");
    Path none = temp.resolve("none");
    CommandLine resumed = CommandLine.run("run", "--resume", none.toString());
    assertThat(resumed.status()).as(resumed.all()).isEqualTo(64);
    assertThat(none).doesNotExist();
  }

  @Test
  void settingsAreTranslatedFromAFile() throws IOException {
    Path none = temp.resolve("none.properties");
    CommandLine bad = CommandLine.run("settings", "--from", none.toString());
    assertThat(bad.status()).isEqualTo(64);
    assertThat(bad.notes()).contains("--from " + none + " cannot be read: ");
    Path damaged = Files.writeString(temp.resolve("damaged"), "a=\\u00zz\n");
    assertThat(CommandLine.run("settings", "--from", damaged.toString()).notes())
        .contains("--from " + damaged + " cannot be read: ");
    Path file =
        Files.writeString(temp.resolve("test.properties"), "test.ci.ingest.client.entries=77\n");
    CommandLine line = CommandLine.run("settings", "--from", file.toString());
    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.out()).contains("ingest.entries=77");
  }

  @Test
  void settingsArePrintedWithWhatTheyMean() {
    CommandLine line = CommandLine.run("settings", "rate.step", "budget.");
    assertThat(line.status()).isZero();
    assertThat(line.out())
        .contains(
            "rate.step=20s\n\n",
            "# How long each step is measured. Allowed: a time span",
            "budget.flush.p99=\n");
    assertThat(line.out()).doesNotContain("rate.confirm", "\nrate.steps");
    CommandLine all = CommandLine.run("settings");
    assertThat(all.out()).contains("rate.confirm=", "ingest.clients=").contains("KEY=\n");
  }
}
