// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.fault.GoingOn;
import catena.records.server.Role;
import catena.records.words.UsageException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {
  @Test
  void readsAllThatARuleMaySay() {
    Policy policy =
        PolicyFile.parse(
            "p",
            """
            about: a test
            gate: healthy
            settle: 20s
            most: {tserver: 2}
            breaks: [zookeeper]
            faults:
              - fault: kill
                target: tserver
                victims: 1:3
                first: 5s
                every: 1m:10m
                hold: 30s:60s
                odds: 0.5
            """);
    assertThat(policy.gate()).isTrue();
    assertThat(policy.settle()).isEqualTo(Duration.ofSeconds(20));
    assertThat(policy.most()).containsEntry(Role.TSERVER, 2);
    assertThat(policy.breaks()).containsExactly(Role.ZOOKEEPER);
    Policy.Rule rule = policy.rules().get(0);
    assertThat(rule.victims()).isEqualTo(new VictimCount(1, 3));
    assertThat(rule.every().max()).isEqualTo(Duration.ofMinutes(10));
    assertThat(rule.odds()).isEqualTo(0.5);
  }

  @Test
  void aFaultMayWaitForSomethingAndThenTwoAreOpenAtMostUnlessSaid() {
    String rule = "faults: [{fault: kill, target: manager, every: 1m, during: merge}]";
    Policy policy = PolicyFile.parse("p", rule);
    assertThat(policy.rules().get(0).during()).contains(GoingOn.MERGE);
    assertThat(policy.open()).isEqualTo(2);
    assertThat(PolicyFile.parse("p", "open: 3\n" + rule).open()).isEqualTo(3);
    assertThat(PolicyFile.parse("p", "open: 1\n" + rule).open()).isEqualTo(1);
    assertThat(PolicyFile.parse("p", rule.replace(", during: merge", "")).open())
        .isEqualTo(Plan.ANY);
    assertThatThrownBy(() -> PolicyFile.parse("p", "gate: healthy\n" + rule))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("during needs gate none");
    assertThatThrownBy(() -> PolicyFile.parse("p", "open: 0\n" + rule))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("open must be at least 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{fault: kill, target: tserver, every: 1m, victims: '3:1'} | 3:1",
        "{fault: kill, target: tserver, every: 10m:1m} | 10m:1m",
        "{fault: kill, target: tserver, every: soon} | soon",
        "{fault: kill, target: tserver, every: 0s} | '0s' is no time span or range above 0",
        "{fault: kill, target: tserver} | every is missing",
        "{fault: slap, target: tserver, every: 1m} | there is no fault 'slap'",
        "{fault: kill, every: 1m} | target is missing",
        "{fault: kill, target: tserver, every: 1m, odds: 2} | '2'",
        "{fault: kill, target: tserver, every: 1m, during: lunch} | 'lunch' is no word of recovery",
        "{fault: kill, target: tserver, evry: 1m} | evry is not expected"
      })
  void whatIsWrongIsNamed(String rule, String named) {
    assertThatThrownBy(() -> PolicyFile.parse("p", "faults: [" + rule + "]"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(named.strip());
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    assertThatThrownBy(
            () ->
                PolicyFile.parse("p", "gate: maybe\nmost: {tsever: 1}\nbreaks: [zoo]\nfaults: []"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("gate is none or healthy", "'tsever'", "'zoo'");
  }

  @Test
  void whatIsNoYamlIsRefused() {
    assertThatThrownBy(() -> PolicyFile.parse("p", "faults: [")).hasMessageContaining("not YAML");
    assertThatThrownBy(() -> PolicyFile.parse("p", "just words"))
        .hasMessageContaining("keys with values");
  }

  @Test
  void aPolicyThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> PolicyFile.find("nowhere"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nowhere");
  }
}
