package catena.trace.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetTest {
  @Test
  void aServerHasARoleANameAndAnAddress() {
    assertThat(Target.parse("tserver-1@h:9997"))
        .isEqualTo(
            new Target(
                "tserver-1@h:9997",
                Optional.of("tserver"),
                Optional.of("tserver-1"),
                Optional.of("h:9997")));
  }

  @Test
  void eitherHalfOfItWillDo() {
    Target named = Target.parse("gc-1");
    assertThat(named.isRole("gc")).isTrue();
    assertThat(named.address()).isEmpty();
    Target addressed = Target.parse("h:9997");
    assertThat(addressed.role()).isEmpty();
    assertThat(addressed.hits("h:9997")).isTrue();
  }

  @Test
  void aHostHasNoRole() {
    assertThat(Target.parse("host-1").isSomeHost()).isTrue();
    assertThat(Target.parse("host-1@198.18.3.4").hits("198.18.3.4:9997")).isTrue();
    assertThat(Target.parse("198.18.3.4").hits("198.18.3.4:9997")).isTrue();
  }

  @Test
  void aTableIsOnlyAText() {
    assertThat(Target.parse("ns.Table_1"))
        .isEqualTo(new Target("ns.Table_1", Optional.empty(), Optional.empty(), Optional.empty()));
  }
}
