// SPDX-License-Identifier: Apache-2.0
package catena.records.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNameTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"tserver-1@h:9997", "tserver-1", "tserver", "host-1@198.18.3.4", "gc-1@[::1]:9"})
  void whatIsWrittenIsRead(String text) {
    assertThat(ServerName.parse(text).orElseThrow().text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1:9997", "198.18.3.4", "a table", ""})
  void whatBeginsWithNoNameIsNone(String text) {
    assertThat(ServerName.parse(text)).isEmpty();
  }

  @Test
  void theRoleIsTheWordBeforeTheNumber() {
    assertThat(ServerName.parse("tserver-12@h:1").orElseThrow().role()).contains(Role.TSERVER);
    assertThat(ServerName.parse("manager").orElseThrow().role()).contains(Role.MANAGER);
    assertThat(new ServerName("host-1", Optional.empty()).role()).isEmpty();
  }

  @Test
  void anAddressIsAHostAndAPort() {
    assertThat(ServerName.isAddress("h1.example:9997")).isTrue();
    assertThat(ServerName.isAddress("h1")).isFalse();
  }
}
