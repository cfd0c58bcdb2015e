// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableCopy;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The table that some runs wrote, and whether the table that is there is still that one: what was
 * acknowledged into one table says nothing about another.
 *
 * @param instanceId of the instance that is there
 * @param name of the table
 * @param tableId its id now
 * @param spec its graph now, if it has one
 * @param copy what it is a copy of, if it is one: the runs then wrote the copied table
 */
public record RunTable(
    String instanceId,
    String name,
    String tableId,
    Optional<GraphSpec> spec,
    Optional<TableCopy> copy) {
  /** A table that is no copy. */
  public RunTable(String instanceId, String name, String tableId, Optional<GraphSpec> spec) {
    this(instanceId, name, tableId, spec, Optional.empty());
  }

  /** The id of the table that the runs wrote. */
  private String written() {
    return copy.map(TableCopy::sourceId).orElse(tableId);
  }

  /** The table that ledgers of this table must name. */
  public Ledgers.Home home() {
    return new Ledgers.Home(instanceId, written(), spec.map(GraphSpec::fingerprint).orElse("none"));
  }

  /**
   * Checks that these runs can be compared with this table.
   *
   * @throws UsageException naming each run that wrote into another table, or that wrote a graph
   *     where the table has none
   */
  public void check(List<RunDirectory> runs) throws IOException {
    Problems problems = new Problems();
    for (RunDirectory run : runs) {
      Optional<GraphFile> graph = GraphFile.ofRun(run);
      if (graph.isPresent()) {
        differs(run, graph.get())
            .ifPresent(
                how ->
                    problems.add(how + ": name its table with table.name, or leave the run out"));
      } else {
        problems.unless(
            spec.isPresent() || run.ledgers().isEmpty(),
            "%s has ledgers, and table %s has no graph that they could be compared with: name the table that the run wrote with table.name"
                .formatted(run.display(), name));
      }
    }
    problems.throwIfAny();
  }

  /**
   * Why what a run wrote says nothing about this table, as a sentence without its end; empty if it
   * is the run's table.
   *
   * @param graph what the run says of its table
   */
  public Optional<String> differs(RunDirectory run, GraphFile graph) {
    boolean sameTable = graph.instanceId().equals(instanceId) && graph.tableId().equals(written());
    if (sameTable && spec.filter(graph.spec()::equals).isPresent()) {
      return Optional.empty();
    }
    String now =
        sameTable
            ? spec.isPresent() ? "has another graph now" : "has no graph any more"
            : copy.map(
                    of ->
                        "is not the table %s (id %s, instance %s) of which %s is a copy"
                            .formatted(of.source(), of.sourceId(), instanceId, name))
                .orElseGet(
                    () ->
                        "is not the table %s (id %s, instance %s) that is there now"
                            .formatted(name, tableId, instanceId));
    return Optional.of(
        "%s wrote into table %s (id %s, instance %s), which %s"
            .formatted(run.display(), graph.table(), graph.tableId(), graph.instanceId(), now));
  }
}
