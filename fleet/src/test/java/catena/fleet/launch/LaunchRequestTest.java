package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LaunchRequestTest {
  private static LaunchRequest request(int workers) {
    return new LaunchRequest(
        "hdfs://n/runs/1",
        workers,
        Path.of("client.properties"),
        List.of("-o", "a=b"),
        Map.of("A", "B"),
        Settings.resolve(List.of(), List.of()));
  }

  @Test
  void eachWorkerIsTheCommandLineWithItsPlace() {
    assertThat(request(3).arguments(2, 1, "/tmp/c"))
        .containsExactly(
            "worker",
            "hdfs://n/runs/1",
            "-c",
            "/tmp/c",
            "--slot",
            "2",
            "--attempt",
            "1",
            "-o",
            "a=b");
  }

  @Test
  void noWorkersAreNoRequest() {
    assertThatThrownBy(() -> request(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whoEndsBecauseOfTheCommandLineIsNotToBeStartedAgain() {
    assertThat(new WorkerEnd(0, 1, OptionalInt.of(64), "status 64").refused()).isTrue();
    assertThat(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137").refused()).isFalse();
    assertThat(new WorkerEnd(0, 1, OptionalInt.empty(), "gone").refused()).isFalse();
  }
}
