// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.records.words.UsageException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.junit.jupiter.api.Test;

class TableSummariesTest {
  private final Set<String> asked = new TreeSet<>();

  /** A cluster of which a server loads all classes but those whose names hold a word. */
  private AccumuloClient lacking(String word) {
    InstanceOperations operations =
        proxy(
            InstanceOperations.class,
            (method, names) -> {
              assertThat(method).isEqualTo("testClassLoad");
              asked.add((String) names[0]);
              return !((String) names[0]).contains(word);
            });
    return proxy(AccumuloClient.class, (method, none) -> operations);
  }

  private interface Answers {
    Object to(String method, Object... arguments);
  }

  private static <T> T proxy(Class<T> type, Answers answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answers.to(method.getName(), arguments)));
  }

  @Test
  void serversThatHaveBothJarsMaySummarize() throws Exception {
    assertThat(TableSummaries.missing(lacking("no such word"))).isEmpty();
    assertThat(asked)
        .containsExactly("catena.graph.judge.EntryCounts", "catena.summarizer.GraphSummarizer");
    TableSummaries.require(lacking("no such word"), "table.summaries");
  }

  @Test
  void serversThatLackAJarAreReportedWithWhatToDo() throws Exception {
    for (String lacked : new String[] {"catena.summarizer", "catena.graph"}) {
      assertThatThrownBy(() -> TableSummaries.require(lacking(lacked), "table.summaries"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("table.summaries: ")
          .hasMessageContaining("copy graph-*.jar and summarizer-*.jar of Catena's lib/ into lib/");
    }
  }

  @Test
  void theSummarizersOfAllGraphsAreAskedForAndNoOthers() {
    var configuration = TableSummaries.of(GraphSpec.ofSeed(3));
    assertThat(configuration.getClassName() + " " + configuration.getOptions())
        .matches(TableSummaries.anyGraphs());
    assertThat("org.example.Summarizer {}").doesNotMatch(TableSummaries.anyGraphs());
  }
}
