// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.LogManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is where it can be written, and nobody is told where it cannot. */
class ProcessLogTest {
  @TempDir Path directory;

  @Test
  void theFirstPlaceThatIsNamedIsTaken() {
    Path home = directory.resolve("home");
    Map<String, String> both =
        Map.of("CATENA_LOG_DIR", directory + "/own", "XDG_STATE_HOME", directory + "/state");
    assertThat(ProcessLog.place(both, home)).contains(directory.resolve("own/catena.log"));
    assertThat(ProcessLog.place(Map.of("XDG_STATE_HOME", directory + "/state"), home))
        .contains(directory.resolve("state/catena/catena.log"));
    assertThat(ProcessLog.place(Map.of("CATENA_LOG_DIR", " "), home))
        .contains(home.resolve(".local/state/catena/catena.log"));
    assertThat(home).doesNotExist();
  }

  @Test
  void whereNoFileCanBeMadeNothingIsLogged() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(ProcessLog.place(Map.of("CATENA_LOG_DIR", file + "/logs"), directory)).isEmpty();
    Files.createDirectories(directory.resolve("taken/catena.log"));
    assertThat(ProcessLog.place(Map.of("CATENA_LOG_DIR", directory + "/taken"), directory))
        .isEmpty();
  }

  /** Root may write everywhere. */
  @Test
  void whereTheUserMayNotWriteNothingIsLogged() throws IOException {
    Path others = Files.createDirectory(directory.resolve("others"));
    Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("r-xr-xr-x"));
    assertThat(ProcessLog.place(Map.of("CATENA_LOG_DIR", others + "/logs"), directory).isPresent())
        .isEqualTo(Files.isWritable(others));
  }

  /** A process that logs, has a run directory, and logs again. */
  static final class Logging {
    private Logging() {}

    /** Takes the run directory. */
    public static void main(String[] words) throws IOException {
      ProcessLog.begin();
      LogManager.getLogger("catena.Early").error("before the run");
      try (RunDirectory run = RunDirectory.at(words[0])) {
        ProcessLog.into(run, "ingest");
        LogManager.getLogger("catena.Late").info("in the run");
        LogManager.getLogger("other.Library").info("not worth a line");
      }
    }
  }

  private String said(Path logs, Path run) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    line.add("-Dlog4j2.configurationFile=" + Path.of("../conf/log4j2.properties").toUri());
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.addAll(List.of(Logging.class.getName(), run.toString()));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("CATENA_LOG_DIR", logs.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  @Test
  void theLogGoesIntoTheRunDirectoryOnceThereIsOne() throws Exception {
    Path logs = directory.resolve("logs");
    Path run = directory.resolve("run");
    assertThat(said(logs, run)).isEmpty();
    assertThat(logs.resolve("catena.log"))
        .content()
        .contains("before the run")
        .doesNotContain("in the run");
    assertThat(run.resolve("logs/ingest.log")).content().contains("in the run").hasLineCount(1);
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNoReasonForAWord() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Path run = Files.createDirectory(directory.resolve("run"));
    Files.createFile(run.resolve("logs"));
    assertThat(said(file.resolve("logs"), run)).isEmpty();
    assertThat(file).isEmptyFile();
    assertThat(run.resolve("logs")).isEmptyFile();
  }
}
