package catena.fleet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.launch.LaunchRequest;
import catena.harness.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes; the worker's main class is another one, which {@code CATENA_OPTS} tells. */
class WorkerProcessTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private Path temp;
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  private WorkerProcess start(String options) throws IOException {
    Path directory = temp.resolve("worker");
    WorkerTask task =
        new WorkerTask(
            "/runs/x",
            1,
            List.of(),
            Map.of("CATENA_OPTS", options),
            "auth.token=secret",
            64 << 20,
            "/files");
    LaunchRequest request =
        new LaunchRequest(
            task.run(), 1, directory, List.of(), Map.of(), Settings.resolve(List.of(), List.of()));
    return WorkerProcess.start(directory, task, request, new Attempt(0, 1), said::add);
  }

  /** A JVM that cannot start ends with status 1, which as a worker's own would mean findings. */
  @Test
  void aJvmThatDoesNotStartHasNoStatusOfItsOwn() throws Exception {
    try (WorkerProcess worker = start("-XX:+NoSuchOption")) {
      assertThat(worker.awaitEnd(LIMIT)).isTrue();
      assertThat(worker.status()).isEqualTo(1);
      assertThat(worker.ownStatus()).isEmpty();
      assertThat(said).anyMatch(line -> line.contains("NoSuchOption"));
    }
  }

  @Test
  void aStatusThatTheWorkerMarkedIsItsOwn() throws Exception {
    try (WorkerProcess worker = start("-version")) { // ends with status 0, unmarked
      assertThat(worker.awaitEnd(LIMIT)).isTrue();
      assertThat(worker.ownStatus()).isEmpty();
      Files.createFile(temp.resolve("worker/marks/0"));
      assertThat(worker.ownStatus()).hasValue(0);
    }
  }

  @Test
  void thePasswordIsForItsOwnerAloneAndGoesWithTheProcess() throws Exception {
    Path properties = temp.resolve("worker/client.properties");
    try (WorkerProcess worker = start("-version")) {
      assertThat(Files.getPosixFilePermissions(properties)).hasSize(2);
      assertThat(properties).hasContent("auth.token=secret");
      assertThat(worker.awaitEnd(LIMIT)).isTrue();
    }
    assertThat(temp).isEmptyDirectory();
  }
}
