// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.graph.GraphSpec;
import catena.graph.judge.EntryCounts;
import catena.records.words.UsageException;
import catena.summarizer.GraphSummarizer;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.summary.Summarizer;
import org.apache.accumulo.core.client.summary.SummarizerConfiguration;

/** Whether a table's servers judge its entries as they write them into files. */
public final class TableSummaries {
  private TableSummaries() {}

  /** How a table of a graph is to be summarized. */
  public static SummarizerConfiguration of(GraphSpec spec) {
    return GraphSummarizer.configuration(spec);
  }

  /** What {@code SummaryRetriever.withMatchingConfiguration} takes: every graph's summarizer. */
  public static String anyGraphs() {
    return "(?s)" + Pattern.quote(GraphSummarizer.class.getName()) + " .*";
  }

  /** How a table is summarized by a graph, if it is. */
  public static Optional<SummarizerConfiguration> attached(AccumuloClient client, String table)
      throws AccumuloException, TableNotFoundException {
    return client.tableOperations().listSummarizers(table).stream()
        .filter(each -> each.getClassName().equals(GraphSummarizer.class.getName()))
        .findFirst();
  }

  /**
   * Asks a tablet server whether it has the summarizer; a server that is given a table and lacks it
   * writes no file of the table any more.
   *
   * @return why servers cannot summarize, in a sentence that says what to do; empty if they can
   */
  public static Optional<String> missing(AccumuloClient client)
      throws AccumuloException, AccumuloSecurityException {
    boolean loads =
        client
                .instanceOperations()
                .testClassLoad(GraphSummarizer.class.getName(), Summarizer.class.getName())
            && client
                .instanceOperations()
                .testClassLoad(EntryCounts.class.getName(), Object.class.getName());
    return loads
        ? Optional.empty()
        : Optional.of(
            "The servers cannot load %s: copy graph-*.jar and summarizer-*.jar of Catena's lib/ into lib/ of Accumulo on every host with a tablet server or compactor, and restart them"
                .formatted(GraphSummarizer.class.getName()));
  }

  /**
   * The same for callers that cannot do without.
   *
   * @param why what it is asked for by, at the beginning of the message
   * @throws UsageException if the server that was asked has it not
   */
  public static void require(AccumuloClient client, String why)
      throws AccumuloException, AccumuloSecurityException {
    Optional<String> missing = missing(client);
    if (missing.isPresent()) {
      throw new UsageException(why + ": " + missing.get());
    }
  }
}
