// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.Clusters;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Topology;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a policy or a plan wants that its cluster cannot bear, and what it can just bear. */
class PolicyCheckTest {
  private static final Topology CLUSTER = Clusters.middling();

  /** What is wrong; empty if nothing is. */
  private static String wrong(Runnable check) {
    try {
      check.run();
      return "";
    } catch (UsageException e) {
      return e.getMessage();
    }
  }

  private static String policy(String before, String rule) {
    String text = before + "\nfaults: [{" + rule + ", every: 1m}]";
    return wrong(() -> PolicyCheck.check(PolicyFile.parse("p", text), CLUSTER));
  }

  private static String kill(String target, String victims) {
    return policy("", "fault: kill, target: " + target + ", victims: " + victims);
  }

  @ParameterizedTest
  @CsvSource({
    "tserver, 4, 5, last tserver",
    "datanode, 1, 2, last replica of some blocks",
    "zookeeper, 1, 2, quorum"
  })
  void whatIsLeftMustServe(String role, int most, int tooMany, String lost) {
    assertThat(kill(role, Integer.toString(most))).isEmpty();
    assertThat(kill(role, most + ":" + tooMany)).as("the least counts").isEmpty();
    assertThat(kill(role, Integer.toString(tooMany)))
        .containsPattern(
            "p: kill %s: %d of \\d %s down takes the %s away; if that is meant, add breaks: \\[%s]"
                .formatted(role, tooMany, role, lost, role));
    String broken = "fault: kill, target: " + role + ", victims: " + tooMany;
    assertThat(policy("breaks: [" + role + "]", broken)).isEmpty();
  }

  @Test
  void theOnlyOneOfAQuorumStays() {
    assertThat(kill("namenode", "1")).contains("1 of 1 namenode down takes the quorum away");
    assertThat(kill("namenode-1", "1")).contains("1 of 1 namenode down takes the quorum away");
    assertThat(kill("manager", "all")).as("others take over, or it is started again").isEmpty();
    assertThat(kill("gc", "1")).isEmpty();
  }

  @Test
  void whatThePolicyItselfAllowsIsKept() {
    String two = "fault: kill, target: tserver, victims: 2";
    assertThat(policy("most: {tserver: 2}", two)).isEmpty();
    assertThat(policy("most: {tserver: 1}", two))
        .contains("p: kill tserver: 2 tserver are to be down at once, and most allows 1");
    assertThat(policy("most: {tserver: 0}", "fault: kill, target: tserver@metadata"))
        .contains("1 tserver are to be down at once, and most allows 0");
    assertThat(policy("most: {tserver: 1}", "fault: kill, target: tserver@metadata")).isEmpty();
    assertThat(policy("most: {manager: 0}", "fault: kill, target: manager@active"))
        .contains("1 manager are to be down at once, and most allows 0");
  }

  @Test
  void aLimitOfServersThatAreNotThereIsAMistake() {
    String one = "fault: kill, target: tserver";
    assertThat(policy("most: {sserver: 1}", one)).isEqualTo("p: most: there is no sserver");
    assertThat(policy("most: {sserver: 1, gc: 1, compactor: 2}", one))
        .contains("there is no sserver", "there is no compactor")
        .doesNotContain("no gc");
  }

  @Test
  void noMoreVictimsAreWantedThanThereAre() {
    assertThat(policy("breaks: [tserver]", "fault: kill, target: tserver, victims: 5")).isEmpty();
    assertThat(policy("breaks: [tserver]", "fault: kill, target: tserver, victims: 6"))
        .isEqualTo("p: kill tserver: at least 6 victims are wanted of 5");
    assertThat(kill("tserver", "6:7")).contains("at least 6 victims are wanted of 5");
  }

  @Test
  void inTurnOnlyOneIsDown() {
    assertThat(policy("", "fault: rolling-restart, target: tserver, victims: all")).isEmpty();
    assertThat(policy("", "fault: restart, target: tserver, victims: all"))
        .contains("takes the last tserver away");
  }

  @Test
  void aFaultIsDoneToWhatItCanHitWithTheOptionsThatItHas() {
    assertThat(policy("", "fault: compact, target: table")).isEmpty();
    assertThat(policy("", "fault: compact, target: tserver"))
        .contains("p: compact tserver: ")
        .contains("cannot be done to tserver");
    assertThat(policy("", "fault: split, target: table, options: {points: 3}")).isEmpty();
    assertThat(policy("", "fault: split, target: table, options: {point: 3}"))
        .contains("p: split table: point is no option of it; it has [points]");
    for (String points : List.of("0", "-1", "some")) {
      assertThat(policy("", "fault: split, target: table, options: {points: " + points + "}"))
          .contains("p: split table: ", "points is a number from 1, not '" + points + "'");
    }
    assertThat(policy("", "fault: kill, target: sserver")).contains("there is no sserver here");
    assertThat(policy("", "fault: kill, target: tserver-6")).contains("there is no tserver-6 here");
    assertThat(policy("", "fault: kill, target: tserver-5")).isEmpty();
  }

  private static String plan(String fault, Map<String, String> options, String... targets) {
    TimedFault one =
        new TimedFault(
            3,
            Duration.ZERO,
            fault,
            List.of(targets),
            Duration.ZERO,
            new TreeMap<>(options),
            Optional.empty());
    Plan plan = new Plan("p", 1, false, Duration.ZERO, Plan.ANY, new TreeMap<>(), List.of(one));
    return wrong(() -> PolicyCheck.check(plan, CLUSTER));
  }

  @Test
  void aPlanIsCheckedTargetByTarget() {
    assertThat(plan("kill", Map.of(), "tserver-1", "gc-1")).isEmpty();
    assertThat(plan("kill", Map.of(), "tserver-1", "tserver-9", "gc-2"))
        .contains("there is no tserver-9 here", "there is no gc-2 here");
    assertThat(plan("kill", Map.of("x", "1"), "tserver-1")).contains("x is no option of it");
    assertThat(plan("flush", Map.of(), "gc-1")).contains("cannot be done to gc-1");
  }
}
