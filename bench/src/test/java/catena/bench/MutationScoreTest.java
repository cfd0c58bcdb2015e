package catena.bench;

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
            "class mutants killed by time percent",
            "graph.A 3 2 1 66.7",
            "graph.B 1 0 0 0.0",
            "all 4 2 1 50.0",
            "",
            "Survivors that docs/mutation.md explains: 1",
            "A.java:7 graph.A.two: changed it",
            "",
            "Survivors: 1",
            "A.java:9 graph.B.three: changed it",
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
}
