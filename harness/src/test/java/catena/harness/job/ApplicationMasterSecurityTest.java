// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocolPB;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.yarn.api.ApplicationClientProtocolPB;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSelector;
import org.junit.jupiter.api.Test;

class ApplicationMasterSecurityTest {
  @Test
  void hadoopFindsItForTheProtocolOfApplicationMastersAndForNoOther() {
    Configuration conf = new Configuration(false);
    assertThat(SecurityUtil.getTokenInfo(MRClientProtocolPB.class, conf).value())
        .isEqualTo(ClientToAMTokenSelector.class);
    assertThat(SecurityUtil.getTokenInfo(ApplicationClientProtocolPB.class, conf).value())
        .isNotEqualTo(ClientToAMTokenSelector.class);
    assertThat(SecurityUtil.getTokenInfo(Runnable.class, conf)).isNull();
  }
}
