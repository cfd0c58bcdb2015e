// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TierTest {
  /** HDFS has each disk by a storage type, and a policy keeps all replicas on such disks. */
  @Test
  void hdfsKnowsADiskByItsStorageType() {
    assertThat(Tier.ofStorageType("SSD")).contains(Tier.FAST);
    assertThat(Tier.FAST.policy()).isEqualTo("ALL_SSD");
    assertThat(Tier.ofStorageType("DISK")).contains(Tier.SLOW);
    assertThat(Tier.SLOW.policy()).isEqualTo("HOT");
    assertThat(Tier.FAST.word()).isEqualTo("fast");
  }
}
