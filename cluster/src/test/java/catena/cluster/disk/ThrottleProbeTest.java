// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import catena.cluster.disk.DiskSupport.ThrottleProbe;
import catena.cluster.process.ControlGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs root and loop devices, and is skipped without. */
class ThrottleProbeTest {
  @TempDir private Path directory;

  @BeforeEach
  void needsDisks() throws Exception {
    assumeThat(DiskSupport.problem()).as("disks on this machine").isEmpty();
  }

  private IoThrottle throttle() throws IOException {
    return IoThrottle.of(
            new ControlGroups(
                List.of("30 22 0:26 / " + directory + " rw - cgroup cgroup rw,blkio"), List.of()),
            "x",
            directory.resolve("kept"))
        .orElseThrow();
  }

  @Test
  void whereNoLimitCanBeSetNothingIsLeft() throws Exception {
    // What cannot be set there cannot be lifted either.
    Files.createDirectory(directory.resolve("blkio.throttle.write_bps_device"));
    Path place = Files.createDirectory(directory.resolve("try"));
    assertThat(ThrottleProbe.attempt(throttle(), place))
        .hasValueSatisfying(
            text -> assertThat(text).contains("the limit of slow disks cannot be set"));
    assertThat(place).doesNotExist();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo")))
        .doesNotContain(directory.toString());
  }

  @Test
  void aKernelThatTakesALimitAndDoesNothingIsFoundOut() throws Exception {
    Path place = Files.createDirectory(directory.resolve("try"));
    assertThat(ThrottleProbe.attempt(throttle(), place))
        .hasValueSatisfying(text -> assertThat(text).contains("limit", "leave slow.… out"));
    assertThat(directory.resolve("blkio.throttle.write_bps_device")).content().endsWith(" 0");
    assertThat(place).doesNotExist();
  }
}
