// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.disk.DiskSupport.ThrottleProbe.ShortestTimes;
import catena.cluster.process.ControlGroups;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Tiers;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoThrottleTest {
  private static final Tiers SLOW =
      Tiers.USUAL.with("slow.write", "1M").with("slow.read", "2M").with("slow.iops", "50");

  @TempDir private Path directory;

  private List<String> mounts(String type, String options) {
    return List.of(
        "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
        "30 22 0:26 / " + directory + " rw,relatime - " + type + " cgroup rw," + options);
  }

  private Path kept() {
    return directory.resolve("kept");
  }

  /** What a process of a group of version 1 has. */
  private IoThrottle of(String group) throws IOException {
    return IoThrottle.of(
            new ControlGroups(mounts("cgroup", "blkio"), List.of("7:blkio:" + group)), "x", kept())
        .orElseThrow();
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }

  @Test
  void version1LimitsInItsRootAndInTheOwnGroup() throws IOException {
    Path own = Files.createDirectories(directory.resolve("a/b"));
    IoThrottle throttle =
        IoThrottle.of(
                new ControlGroups(mounts("cgroup", "blkio"), List.of("7:blkio:/a/b", "0::/")),
                "x",
                kept())
            .orElseThrow();
    throttle.limit("7:3", SLOW);
    for (Path group : List.of(directory, own)) {
      assertThat(text(group.resolve("blkio.throttle.write_bps_device"))).isEqualTo("7:3 1048576");
      assertThat(text(group.resolve("blkio.throttle.read_bps_device"))).isEqualTo("7:3 2097152");
      assertThat(text(group.resolve("blkio.throttle.write_iops_device"))).isEqualTo("7:3 50");
      assertThat(text(group.resolve("blkio.throttle.read_iops_device"))).isEqualTo("7:3 50");
    }
    assertThat(throttle.inside(List.of("dd"))).containsExactly("dd");
    throttle.lift("7:3");
    assertThat(text(own.resolve("blkio.throttle.write_bps_device"))).isEqualTo("7:3 0");
    throttle.remove();
  }

  @Test
  void whatOneProcessLimitedAnotherLiftsInTheSameGroups() throws IOException {
    for (String name : List.of("a", "b", "gone")) {
      Files.createDirectory(directory.resolve(name));
      of("/" + name).limit("7:3", SLOW);
    }
    MoreFiles.deleteRecursively(directory.resolve("gone"), RecursiveDeleteOption.ALLOW_INSECURE);
    IoThrottle other = of("/");
    other.lift("7:3");
    for (String name : List.of("a", "b")) {
      assertThat(text(directory.resolve(name + "/blkio.throttle.read_iops_device")))
          .isEqualTo("7:3 0");
    }
    other.remove();
    assertThat(kept()).doesNotExist();
  }

  @Test
  void whatCouldNotBeLiftedIsNotForgotten() throws IOException {
    Path group = Files.createDirectory(directory.resolve("a"));
    of("/a").limit("7:3", SLOW);
    Path file = group.resolve("blkio.throttle.write_bps_device");
    Files.delete(file);
    Files.createDirectory(file);
    IoThrottle other = of("/");
    assertThatThrownBy(() -> other.lift("7:3")).isInstanceOf(ClusterException.class);
    other.remove();
    Files.delete(file);
    IoThrottle third = of("/");
    third.lift("7:3");
    assertThat(text(file)).isEqualTo("7:3 0");
  }

  @Test
  void version2LimitsInASeparateGroup() throws IOException {
    Path control = control("cpu io memory", "");
    IoThrottle throttle =
        IoThrottle.of(
                new ControlGroups(mounts("cgroup2", "nsdelegate"), List.of("0::/")), "mine", kept())
            .orElseThrow();
    throttle.lift("7:3"); // nothing was ever limited
    assertThat(directory.resolve("mine")).doesNotExist();
    throttle.limit("7:3", SLOW);
    assertThat(text(directory.resolve("mine/io.max")))
        .isEqualTo("7:3 rbps=2097152 wbps=1048576 riops=50 wiops=50");
    assertThat(text(control)).isEqualTo("+memory");
    assertThat(throttle.inside(List.of("dd", "if=x")))
        .startsWith("/bin/sh", "-c")
        .endsWith("dd", "if=x")
        .anyMatch(word -> word.contains(directory + "/mine/cgroup.procs") && word.contains("exec"));
    throttle.lift("7:3");
    assertThat(text(directory.resolve("mine/io.max")))
        .isEqualTo("7:3 rbps=max wbps=max riops=max wiops=max");
  }

  /** The controllers that a root of version 2 has, and the file of those that are enabled. */
  private Path control(String controllers, String enabled) throws IOException {
    Files.writeString(directory.resolve("cgroup.controllers"), controllers + "\n");
    return Files.writeString(directory.resolve("cgroup.subtree_control"), enabled + "\n");
  }

  /** What a process has on a machine with version 2. */
  private IoThrottle second(String name) throws IOException {
    return IoThrottle.of(new ControlGroups(mounts("cgroup2", "rw"), List.of("0::/")), name, kept())
        .orElseThrow();
  }

  /** As the kernel has it: the files of a group do not keep it from being removed. */
  private void empty(String group) throws IOException {
    Files.delete(directory.resolve(group).resolve("io.max"));
  }

  @Test
  void version2DisablesWhatItEnabledAndNothingElse() throws IOException {
    Path control = control("cpu io memory", "cpu memory");
    second("catena-1").limit("7:3", SLOW);
    assertThat(kept()).hasContent("io");
    empty("catena-1");
    second("catena-1").remove(); // by another process
    assertThat(directory.resolve("catena-1")).doesNotExist();
    assertThat(text(control)).isEqualTo("-io");
    assertThat(kept()).doesNotExist();
    Files.writeString(control, "cpu io memory\n");
    second("catena-1").limit("7:3", SLOW);
    empty("catena-1");
    second("catena-1").remove();
    assertThat(text(control)).as("it was somebody else's").isEqualTo("cpu io memory\n");
  }

  @Test
  void version2LeavesTheLimitsOfAnotherCluster() throws IOException {
    Path control = control("io", "");
    second("catena-1").limit("7:3", SLOW);
    Path other = Files.createDirectory(directory.resolve("catena-2"));
    empty("catena-1");
    second("catena-1").remove();
    assertThat(text(control)).isEqualTo("+io");
    Files.delete(other);
    second("catena-1").remove();
    assertThat(text(control)).as("it is not forgotten").isEqualTo("-io");
  }

  @Test
  void version2LeavesWhatTheKernelDoesNotDisable() throws IOException {
    Path control = control("io", "");
    second("catena-1").limit("7:3", SLOW);
    empty("catena-1");
    Files.delete(control);
    Files.createDirectory(control); // a write fails, as with EBUSY
    second("catena-1").remove();
    assertThat(directory.resolve("catena-1")).doesNotExist();
    assertThat(kept()).hasContent("io");
  }

  @Test
  void whereNothingLimitsDisksThereIsNone() throws IOException {
    Files.writeString(directory.resolve("cgroup.controllers"), "hugetlb\n");
    assertThat(
            IoThrottle.of(
                new ControlGroups(mounts("cgroup2", "nsdelegate"), List.of()), "x", kept()))
        .isEmpty();
    assertThat(IoThrottle.of(new ControlGroups(mounts("cgroup", "cpu"), List.of()), "x", kept()))
        .isEmpty();
    assertThat(IoThrottle.of(new ControlGroups(List.of("short"), List.of()), "x", kept()))
        .isEmpty();
  }

  @Test
  void aLimitThatIsNotTakenIsAnError() throws IOException {
    Files.createDirectory(directory.resolve("blkio.throttle.write_bps_device"));
    IoThrottle throttle =
        IoThrottle.of(new ControlGroups(mounts("cgroup", "blkio"), List.of()), "x", kept())
            .orElseThrow();
    assertThatThrownBy(() -> throttle.limit("7:3", SLOW))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("7:3 1048576")
        .hasMessageContaining("blkio.throttle.write_bps_device");
  }

  @Test
  void whatWasTooFastIsNotLimited() {
    assertThat(new ShortestTimes(0.02, 0.5).problem("written")).isEmpty();
    assertThat(new ShortestTimes(0.02, 0.31).problem("written")).isEmpty();
    assertThat(new ShortestTimes(0.02, 0.05).problem("read"))
        .hasValueSatisfying(
            text -> assertThat(text).contains("512 KiB were read in 0.05 s", "leave slow.… out"));
  }

  @Test
  void whatIsAsSlowWithoutALimitDoesNotShowThatThereIsOne() {
    assertThat(new ShortestTimes(0.5, 0.6).problem("written"))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .contains("is not known", "written in 0.60 s", "in 0.50 s without"));
    assertThat(new ShortestTimes(0.25, 0.5).problem("read")).isEmpty();
  }

  @Test
  void theShortestTimeCounts() {
    assertThat(ShortestTimes.NONE.with(0.9, 0.6).with(0.1, 0.9))
        .isEqualTo(new ShortestTimes(0.1, 0.6));
    assertThat(ShortestTimes.NONE.with(0.01, 0.6).with(0.01, 0.02).problem("read")).isPresent();
  }

  @Test
  void aDeviceIsTakenApartAsTheSystemPacksIt() {
    assertThat(LoopDisk.device(0x700)).isEqualTo("7:0");
    assertThat(LoopDisk.device(0xfe01)).isEqualTo("254:1");
    assertThat(LoopDisk.device(0x10072c)).as("loop300").isEqualTo("7:300");
  }
}
