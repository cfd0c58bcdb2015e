// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TierTest {
  /** HDFS has each disk by a storage type, and a policy keeps all replicas on such disks. */
  @Test
  void hdfsKnowsADiskByItsStorageType() {
    assertThat(Tier.FAST.storageType()).isEqualTo("SSD");
    assertThat(Tier.FAST.policy()).isEqualTo("ALL_SSD");
    assertThat(Tier.SLOW.storageType()).isEqualTo("DISK");
    assertThat(Tier.SLOW.policy()).isEqualTo("HOT");
    assertThat(Tier.FAST.word()).isEqualTo("fast");
  }
}
