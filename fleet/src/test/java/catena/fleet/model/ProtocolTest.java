// SPDX-License-Identifier: Apache-2.0
package catena.fleet.model;

import static catena.fleet.model.Invariant.EACH_PART_BEGAN;
import static catena.fleet.model.Invariant.ENDS;
import static catena.fleet.model.Invariant.ENGINE_OF_ONE;
import static catena.fleet.model.Invariant.GO_ONCE;
import static catena.fleet.model.Invariant.NO_DOUBT_LOST;
import static catena.fleet.model.Invariant.ONE_MEMBER;
import static catena.fleet.model.Invariant.ONE_VERDICT;
import static catena.fleet.model.Invariant.ORDERS_OF_ONE;
import static catena.fleet.model.Invariant.OVER_IS_OVER;
import static catena.fleet.model.Invariant.PARTS_OF_ONE;
import static catena.fleet.model.Invariant.RESULT_STAYS;
import static catena.fleet.model.Invariant.RIGHT_TO_THE_VERDICT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fleet's protocol, searched: what its rules are good for, one by one. */
class ProtocolTest {
  private static final Path PAGE = Path.of("../docs/fleet-protocol.md");
  private static final Set<Rule> ALL = EnumSet.allOf(Rule.class);

  /** Many, and yet few enough for each build. */
  private static final int FAULTS = 2;

  private static Search coordinators(Set<Rule> rules, int faults) {
    return Search.of(new Coordinators(rules, faults));
  }

  private static Search workers(Set<Rule> rules, boolean replaces) {
    return Search.of(new Workers(rules, replaces, FAULTS));
  }

  private static void isOnThePage(Search search) throws IOException {
    assertThat(search.broken()).isEmpty();
    assertThat(page()).contains("%,d states".formatted(search.states()));
  }

  @Test
  void coordinatorsThatKeepTheRulesBreakNothing() throws IOException {
    isOnThePage(coordinators(ALL, FAULTS + 1));
  }

  @Test
  void workersThatKeepTheRulesBreakNothing() throws IOException {
    isOnThePage(workers(ALL, false));
    isOnThePage(workers(ALL, true));
  }

  static Stream<Arguments> rules() {
    return Stream.of(
        Arguments.of(
            Rule.TERM_FIRST,
            EnumSet.of(ORDERS_OF_ONE, GO_ONCE, RESULT_STAYS, NO_DOUBT_LOST, ENGINE_OF_ONE, ENDS)),
        Arguments.of(Rule.FILES_BY_TERM, EnumSet.of(RESULT_STAYS, NO_DOUBT_LOST)),
        Arguments.of(Rule.DOUBTS_WRITTEN, EnumSet.of(NO_DOUBT_LOST)),
        Arguments.of(Rule.STOP_ACCEPTED, EnumSet.of(ENGINE_OF_ONE)),
        Arguments.of(Rule.TWO_THIRDS, EnumSet.of(PARTS_OF_ONE)),
        Arguments.of(Rule.VERDICT_NAMED, EnumSet.of(ONE_VERDICT)),
        Arguments.of(Rule.VERDICT_FIRST, EnumSet.of(RIGHT_TO_THE_VERDICT)),
        Arguments.of(Rule.SLOT_NODE, EnumSet.of(ONE_MEMBER)),
        Arguments.of(Rule.BOUNDED_END, EnumSet.of(ENDS)),
        Arguments.of(Rule.READ_AFTER_MARK, EnumSet.of(OVER_IS_OVER)),
        Arguments.of(Rule.KNOWN_END, EnumSet.of(OVER_IS_OVER)),
        Arguments.of(Rule.JOURNALS_TELL, EnumSet.of(OVER_IS_OVER)),
        Arguments.of(Rule.SHARES_OF_ALL, EnumSet.of(NO_DOUBT_LOST)),
        Arguments.of(Rule.BEGUN_OR_DOUBT, EnumSet.of(EACH_PART_BEGAN)));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void withoutARuleTheSearchFindsWhatBreaks(Rule rule, Set<Invariant> broken) throws IOException {
    Set<Rule> others = EnumSet.complementOf(EnumSet.of(rule));
    Search search = rule.ofWorkers() ? workers(others, true) : coordinators(others, FAULTS);
    assertThat(search.broken().keySet()).as("%s", search.broken()).isEqualTo(broken);
    String breaks = broken.stream().map(ProtocolTest::words).collect(Collectors.joining(", "));
    assertThat(page())
        .contains("- %s: %s Without it: %s.".formatted(words(rule), rule.sentence(), breaks));
  }

  @Test
  void eachRuleIsTried() {
    assertThat(rules().map(each -> each.get()[0])).containsExactlyInAnyOrderElementsOf(ALL);
  }

  /** So that a search that visits too little is seen: without any rule all of it breaks. */
  @Test
  void withoutRulesEachInvariantBreaks() {
    Set<Rule> none = EnumSet.noneOf(Rule.class);
    Set<Invariant> broken = EnumSet.copyOf(coordinators(none, FAULTS).broken().keySet());
    broken.addAll(workers(none, true).broken().keySet());
    assertThat(broken).isEqualTo(EnumSet.allOf(Invariant.class));
  }

  /** A way that reads like the story of a defect: the coordinator that woke too soon. */
  @Test
  void theStepsToABrokenRuleAreListed() {
    Set<Rule> others = EnumSet.complementOf(EnumSet.of(Rule.TERM_FIRST));
    assertThat(coordinators(others, FAULTS).broken().get(ORDERS_OF_ONE))
        .containsExactly("A loses its session", "B claims the run", "A orders PREPARE");
  }

  @Test
  void thePageHasTheInvariants() throws IOException {
    for (Invariant each : Invariant.values()) {
      assertThat(page()).contains("- %s: %s".formatted(words(each), each.sentence()));
    }
  }

  private static String page() throws IOException {
    return Files.readString(PAGE).replaceAll("\\s+", " ");
  }

  private static String words(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
