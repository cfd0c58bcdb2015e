// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LaunchRequestTest {
  private static LaunchRequest request(String run, int workers) {
    return new LaunchRequest(
        run, workers, Path.of("client.properties"), Settings.resolve(List.of(), List.of()));
  }

  @Test
  void eachWorkerIsTheCommandLineWithItsPlace() {
    assertThat(LaunchRequest.arguments("hdfs://n/runs/1", 2, 1, "/tmp/c"))
        .containsExactly(
            "worker", "hdfs://n/runs/1", "-c", "/tmp/c", "--slot", "2", "--attempt", "1");
  }

  @Test
  void noWorkersAreNoRequest() {
    assertThatThrownBy(() -> request("/runs/1", 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPathIsThisMachinesAndAUriIsWhatAllReach() {
    assertThat(request("/runs/1", 1).isLocal()).isTrue();
    assertThat(request("runs/1", 1).isLocal()).isTrue();
    assertThat(request("file:/runs/1", 1).isLocal()).isFalse();
    assertThat(request("hdfs:///runs/1", 1).isLocal()).isFalse();
  }

  @Test
  void whoEndsBecauseOfTheCommandLineIsNotToBeStartedAgain() {
    assertThat(new WorkerEnd(0, 1, OptionalInt.of(64), "status 64").refused()).isTrue();
    assertThat(new WorkerEnd(0, 1, OptionalInt.of(137), "status 137").refused()).isFalse();
    assertThat(new WorkerEnd(0, 1, OptionalInt.empty(), "gone").refused()).isFalse();
  }
}
