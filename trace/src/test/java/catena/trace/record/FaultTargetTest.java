// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.server.Role;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultTargetTest {
  @Test
  void aServerHasARoleANameAndAnAddress() {
    assertThat(FaultTarget.parse("tserver-1@h:9997"))
        .isEqualTo(
            new FaultTarget(
                "tserver-1@h:9997",
                Optional.of(Role.TSERVER),
                Optional.of("tserver-1"),
                Optional.of("h:9997")));
  }

  @Test
  void eitherHalfOfItWillDo() {
    FaultTarget named = FaultTarget.parse("gc-1");
    assertThat(named.isRole(Role.GC)).isTrue();
    assertThat(named.address()).isEmpty();
    FaultTarget addressed = FaultTarget.parse("h:9997");
    assertThat(addressed.role()).isEmpty();
    assertThat(addressed.hits("h:9997")).isTrue();
  }

  @Test
  void aHostHasNoRole() {
    assertThat(FaultTarget.parse("host-1").isSomeHost()).isTrue();
    assertThat(FaultTarget.parse("host-1@198.18.3.4").hits("198.18.3.4:9997")).isTrue();
    assertThat(FaultTarget.parse("198.18.3.4").hits("198.18.3.4:9997")).isTrue();
  }

  @Test
  void aTableIsOnlyAText() {
    assertThat(FaultTarget.parse("ns.Table_1"))
        .isEqualTo(
            new FaultTarget("ns.Table_1", Optional.empty(), Optional.empty(), Optional.empty()));
  }
}
