// SPDX-License-Identifier: Apache-2.0
package catena.bench.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationScoreTest {
  @TempDir private Path temp;

  private static String mutation(String type, String method, int line, String status) {
    boolean detected = !status.equals("SURVIVED") && !status.equals("NO_COVERAGE");
    return "<mutation detected='%s' status='%s'><sourceFile>A.java</sourceFile>"
            .formatted(detected, status)
        + "<mutatedClass>%s</mutatedClass><mutatedMethod>%s</mutatedMethod>".formatted(type, method)
        + "<lineNumber>%d</lineNumber><description>changed it</description></mutation>"
            .formatted(line);
  }

  private MutationScore score(String page, String... mutations) throws Exception {
    Path report = temp.resolve("mutations.xml");
    Files.writeString(report, "<mutations>" + String.join("", mutations) + "</mutations>");
    return MutationScore.of(Files.writeString(temp.resolve("page.md"), page), List.of(report));
  }

  @Test
  void eachClassHasItsRowAndEachSurvivorItsPlace() throws Exception {
    MutationScore score =
        score(
            "| graph.A | two | changed it | because |\n",
            mutation("catena.graph.A", "one", 3, "KILLED"),
            mutation("catena.graph.A$Inner", "one", 5, "TIMED_OUT"),
            mutation("catena.graph.A", "two", 7, "SURVIVED"),
            mutation("catena.graph.B", "three", 9, "NO_COVERAGE"));
    assertThat(score.text().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "class mutants killed by time survived not reached percent",
            "graph.A 3 2 1 1 0 66.7",
            "graph.B 1 0 0 0 1 0.0",
            "all 4 2 1 1 1 50.0",
            "",
            "Survivors that docs/mutation.md explains: 1",
            "A.java:7 graph.A.two: changed it",
            "",
            "Survivors: 1",
            "A.java:9 graph.B.three: changed it (no test reaches it)",
            "",
            "50.0 % of all are killed, and 66.7 % of those that are not explained");
  }

  @Test
  void whatIsExplainedCountsAsASurvivorAllTheSame() throws Exception {
    String[] mutations = new String[20];
    for (int i = 0; i < 20; i++) {
      mutations[i] = mutation("catena.graph.A", "m" + i, i, i < 1 ? "SURVIVED" : "KILLED");
    }
    assertThat(score("", mutations).status()).isZero();
    mutations[1] = mutation("catena.graph.A", "m1", 1, "SURVIVED");
    assertThat(score("| graph.A | m1 | changed it | because |", mutations).status()).isEqualTo(1);
  }

  @Test
  void withoutAMutantNothingWasMeasured() throws Exception {
    assertThat(score("").status()).isEqualTo(2);
  }

  /** As PIT 1.22 wrote it, one of each kind. */
  private static final List<String> WRITTEN_BY_PIT =
      List.of(
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
          "<mutations partial=\"true\">",
          "<mutation detected='true' status='KILLED' numberOfTestsRun='1'>"
              + "<sourceFile>GraphSummarizer.java</sourceFile>"
              + "<mutatedClass>catena.summarizer.GraphSummarizer</mutatedClass>"
              + "<mutatedMethod>lambda$combiner$3</mutatedMethod>"
              + "<methodDescription>(Ljava/util/Map;Ljava/util/Map;)V</methodDescription>"
              + "<lineNumber>72</lineNumber>"
              + "<mutator>org.pitest.mutationtest.engine.gregor.mutators.VoidMethodCallMutator"
              + "</mutator><indexes><index>18</index></indexes><blocks><block>2</block></blocks>"
              + "<killingTest>catena.summarizer.GraphSummarizerTest.[engine:junit-jupiter]/"
              + "[class:catena.summarizer.GraphSummarizerTest]/"
              + "[method:aServerThatLacksTheGraphCountsAndStopsNothing()]</killingTest>"
              + "<description>removed call to java/util/Map::forEach</description></mutation>",
          "<mutation detected='false' status='SURVIVED' numberOfTestsRun='6'>"
              + "<sourceFile>Walks.java</sourceFile>"
              + "<mutatedClass>catena.batchwalker.Walks</mutatedClass>"
              + "<mutatedMethod>next</mutatedMethod>"
              + "<methodDescription>(Ljava/util/List;)Ljava/util/Optional;</methodDescription>"
              + "<lineNumber>88</lineNumber><mutator>org.pitest.mutationtest.engine.gregor.mutators."
              + "RemoveConditionalMutator_EQUAL_ELSE</mutator><indexes><index>17</index></indexes><blocks><block>5</block></blocks><killingTest/><description>removed"
              + " conditional - replaced equality check with false</description></mutation>",
          "<mutation detected='false' status='NO_COVERAGE' numberOfTestsRun='0'>"
              + "<sourceFile>ScanActivity.java</sourceFile>"
              + "<mutatedClass>catena.walker.ScanActivity</mutatedClass>"
              + "<mutatedMethod>about</mutatedMethod>"
              + "<methodDescription>()Ljava/lang/String;</methodDescription>"
              + "<lineNumber>68</lineNumber><mutator>org.pitest.mutationtest.engine.gregor.mutators."
              + "returns.EmptyObjectReturnValsMutator</mutator><indexes><index>4</index></indexes><blocks><block>0</block></blocks><killingTest/><description>replaced"
              + " return value with &quot;&quot; for"
              + " catena/walker/ScanActivity::about</description></mutation>",
          // No test failed of itself: PIT's own process did.
          "<mutation detected='true' status='RUN_ERROR' numberOfTestsRun='0'>"
              + "<sourceFile>Walks.java</sourceFile>"
              + "<mutatedClass>catena.batchwalker.Walks$Walk</mutatedClass>"
              + "<mutatedMethod>at</mutatedMethod><methodDescription>()V</methodDescription>"
              + "<lineNumber>12</lineNumber><mutator>org.pitest</mutator><indexes><index>1</index>"
              + "</indexes><blocks><block>0</block></blocks><killingTest/>"
              + "<description>changed conditional boundary</description></mutation>",
          "</mutations>");

  private MutationScore sample(long seed, String... page) throws Exception {
    Path report = Files.write(temp.resolve("pit.xml"), WRITTEN_BY_PIT);
    return MutationScore.ofSample(
        Files.write(temp.resolve("page.md"), List.of(page)), seed, List.of(report));
  }

  @Test
  void aSampleIsCountedByModule() throws Exception {
    assertThat(sample(7).text().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "module mutants killed by time survived not reached percent",
            "batchwalker 2 0 0 2 0 0.0",
            "summarizer 1 1 0 0 0 100.0",
            "walker 1 0 0 0 1 0.0",
            "all 4 1 0 2 1 25.0",
            "",
            "Survivors: 3",
            "Walks.java:12 batchwalker.Walks.Walk.at: changed conditional boundary",
            "Walks.java:88 batchwalker.Walks.next:"
                + " removed conditional - replaced equality check with false",
            "ScanActivity.java:68 walker.ScanActivity.about: replaced return value with"
                + " \"\" for catena/walker/ScanActivity::about (no test reaches it)",
            "",
            "25.0 % of all are killed, and 25.0 % of those that are not explained");
  }

  @Test
  void whatAnIntegrationTestKilledIsKilledInTheSampleThatItWasRunWith() throws Exception {
    String place =
        "Walks.java:88 batchwalker.Walks.next: removed conditional - replaced equality check with"
            + " false";
    String row = "| seed 7 | " + place + " | BatchWalkIT.allIsRead |";

    assertThat(sample(7, row).text())
        .containsSubsequence(
            "Killed by an integration test that docs/mutation.md names: 1\n  " + place + "\n",
            "Survivors: 2\n",
            "50.0 % of all are killed");
    assertThat(sample(70, row).text())
        .contains("25.0 % of all are killed")
        .doesNotContain("by an integration test");
  }

  @Test
  void fourOfFiveAreEnoughOfASample() throws Exception {
    String[] mutations = new String[10];
    for (int i = 0; i < 10; i++) {
      mutations[i] = mutation("catena.graph.A", "m" + i, i, i < 2 ? "NO_COVERAGE" : "KILLED");
    }
    assertThat(ofSample(mutations).status()).isZero();
    mutations[2] = mutation("catena.graph.A", "m2", 2, "SURVIVED");
    assertThat(ofSample(mutations).status()).isEqualTo(1);
    assertThat(ofSample().status()).isEqualTo(2);
  }

  private MutationScore ofSample(String... mutations) throws Exception {
    Path report = temp.resolve("mutations.xml");
    Files.writeString(report, "<mutations>" + String.join("", mutations) + "</mutations>");
    return MutationScore.ofSample(
        Files.writeString(temp.resolve("page.md"), ""), 1, List.of(report));
  }
}
