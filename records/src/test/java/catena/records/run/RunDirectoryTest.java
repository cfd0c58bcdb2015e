// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final ZoneId UTC = ZoneOffset.UTC;
  private static final Configuration HADOOP = new Configuration(false);

  @TempDir private Path temp;

  @Test
  void aRunIsNamedByItsTimeAndTwoNeverShareADirectory() throws IOException {
    String runs = temp.resolve("runs").toString();
    try (RunDirectory first = RunDirectory.create(runs, "Quick run", NOW, UTC, HADOOP);
        RunDirectory second = RunDirectory.create(runs, "Quick run", NOW, UTC, HADOOP);
        RunDirectory third = RunDirectory.create(runs, "Quick run", NOW, UTC, HADOOP)) {
      assertThat(first.name()).isEqualTo("20260102-030405-quick-run");
      assertThat(second.name()).isEqualTo("20260102-030405-quick-run-2");
      assertThat(third.name()).isEqualTo("20260102-030405-quick-run-3");
      assertThat(first.display()).isEqualTo(runs + "/20260102-030405-quick-run");
      assertThat(Path.of(first.display())).isEmptyDirectory();
    }
  }

  /** Of a file that must not be read, and of a directory, "not found" is thrown as of none. */
  @Test
  void aSmallFileThatIsThereAndCannotBeOpenedIsNotTakenForNone() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.resolve("run").toString(), HADOOP)) {
      assertThat(run.read(run.openFaults())).isEmpty();
      Files.createDirectory(Path.of(run.openFaults().toUri().getPath()));
      assertThatThrownBy(() -> run.read(run.openFaults()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(RunDirectory.OPEN_FAULTS);
    }
  }

  @Test
  void runsThatBeginAtTheSameMomentDoNotShareADirectory() throws Exception {
    String runs = temp.resolve("runs").toString();
    int each = 8;
    int rounds = 10;
    CyclicBarrier begin = new CyclicBarrier(each);
    ExecutorService threads = Executors.newFixedThreadPool(each);
    List<Future<String>> names = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      names.add(
          threads.submit(
              () -> {
                List<String> own = new ArrayList<>();
                for (int round = 0; round < rounds; round++) {
                  begin.await(30, TimeUnit.SECONDS);
                  Instant now = NOW.plusSeconds(round);
                  try (RunDirectory run = RunDirectory.create(runs, "x", now, UTC, HADOOP)) {
                    own.add(run.name());
                  }
                }
                return String.join(" ", own);
              }));
    }
    threads.shutdown();
    Set<String> all = new HashSet<>();
    for (Future<String> own : names) {
      all.addAll(List.of(own.get().split(" ")));
    }
    assertThat(all).hasSize(each * rounds);
    try (Stream<Path> made = Files.list(temp.resolve("runs"))) {
      assertThat(made.map(path -> path.getFileName().toString()))
          .as("and nothing else is left")
          .containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenToIsAUsageError() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));

    assertThatThrownBy(
            () -> RunDirectory.create(file.resolve("runs").toString(), "x", NOW, UTC, HADOOP))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("--run-dir");
    assertThatThrownBy(() -> RunDirectory.at("/proc/catena", HADOOP))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("/proc/catena");
    assertThatThrownBy(() -> RunDirectory.at("nosuchscheme://x/y", HADOOP))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nosuchscheme");
  }

  @Test
  void onlyAnExistingDirectoryIsOpened() throws IOException {
    assertThatThrownBy(() -> RunDirectory.open(temp.resolve("none").toString(), HADOOP))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("There is no run directory");
    try (RunDirectory run = RunDirectory.open(temp.toString(), HADOOP)) {
      assertThat(run.ledgers()).isEmpty();
    }
  }

  @Test
  void aFileIsReplacedAsAWhole() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toUri().toString(), HADOOP)) {
      assertThat(run.read(run.verdict())).isEmpty();
      run.writeAtomically(run.verdict(), "one".getBytes(UTF_8), "the verdict");
      run.writeAtomically(run.verdict(), "two".getBytes(UTF_8), "the verdict");
      assertThat(run.read(run.verdict())).contains("two".getBytes(UTF_8));
      try (var files = Files.list(temp)) {
        assertThat(files).containsExactly(temp.resolve("verdict.json"));
      }
    }
  }

  @Test
  void settingsAreReadBackAsTheyWere() throws IOException {
    Map<String, String> values =
        Map.of("a", " é=x\\ ", "table.prop.x", "a:b", "b", "", "key with blank", "#");
    Properties read = new Properties();
    try (RunDirectory run = RunDirectory.at(temp.toString(), HADOOP)) {
      run.writeSettings(new TreeMap<>(values));
      try (var in = Files.newInputStream(temp.resolve("settings.properties"))) {
        read.load(in);
      }
    }
    assertThat(read).isEqualTo(values);
  }

  @Test
  void whatMayHoldASecretIsForItsOwnerOnly() throws IOException {
    Path settings = Files.createFile(temp.resolve("settings.properties"));
    Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-r--r--"));
    try (RunDirectory run = RunDirectory.at(temp.toString(), HADOOP)) {
      run.writeSettings(new TreeMap<>(Map.of("table.prop.table.custom.key", "secret")));
      Environment.here(Clock.fixed(NOW, UTC), List.of("-o", "table.prop.x=secret")).writeTo(run);
    }
    for (String name : List.of("settings.properties", "environment.json")) {
      assertThat(Files.getPosixFilePermissions(temp.resolve(name)))
          .as(name)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void anAppendedFileGrowsAndIsListed() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), HADOOP)) {
      for (String line : List.of("one", "two")) {
        try (AppendFile file = run.append(run.ledger(12))) {
          file.line(line);
          file.sync();
        }
      }
      assertThat(temp.resolve("ledger/writer-00012.ledger")).hasContent("one\ntwo\n");
      assertThat(run.ledgers()).containsExactly(run.ledger(12));
    }
  }

  @Test
  void eachPartThatInjectsFaultsHasItsOwnPlan() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), HADOOP)) {
      assertThat(Stream.of(1, 2, 13).map(run::plan))
          .extracting(org.apache.hadoop.fs.Path::getName)
          .containsExactly("plan.yaml", "plan-2.yaml", "plan-13.yaml");
    }
  }

  @Test
  void theEnvironmentIsWritten() throws IOException {
    Environment here = Environment.here(Clock.fixed(NOW, UTC), List.of("run", "quick.yaml"));
    try (RunDirectory run = RunDirectory.at(temp.toString(), HADOOP)) {
      here.writeTo(run);
      byte[] json = run.read(run.environment()).orElseThrow();
      assertThat(Json.LINES.readValue(json, Environment.class)).isEqualTo(here);
    }
    assertThat(here.hadoopClient()).startsWith("3.");
    assertThat(here.accumuloClient()).startsWith("2.");
    assertThat(here.startMillis()).isEqualTo(NOW.toEpochMilli());
  }

  @Test
  void resultsOfAScenarioLieNextToTheRunsUnderAnyName() {
    Path runs = temp.resolve("runs");
    assertThat(RunDirectory.results(runs, "paper/6-3"))
        .isEqualTo(runs.resolve("results-paper-6-3.json"));
  }
}
