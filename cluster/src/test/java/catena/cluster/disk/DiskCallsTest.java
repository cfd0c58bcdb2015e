// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskCallsTest {
  /** Of disks that are there {@code DataDisksIT} takes the power. */
  @Test
  void disksThatAreNotThereAreAllNamed(@TempDir Path temp) {
    Path one = temp.resolve("one");
    Path two = temp.resolve("two");
    assertThatThrownBy(() -> DiskCalls.ready().off(List.of(one, two)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("could not be shut down: " + one + ": ", "; " + two + ": ");
  }
}
