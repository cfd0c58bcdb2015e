// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.graph.GraphSpec;
import catena.records.words.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.admin.TimeType;

/**
 * Checks that a table returns only the newest version of each entry (it has only the iterator that
 * keeps that version), or each version that was written (it has no iterator).
 *
 * <p>Any other iterator may hide, change or repeat entries by design, which would appear as a fault
 * of the store.
 */
public final class TableIterators {
  private static final String PREFIX = "table.iterator.";
  private static final String VERSIONING =
      "org.apache.accumulo.core.iterators.user.VersioningIterator";
  private static final List<String> SCOPES = List.of("scan", "minc", "majc");

  private TableIterators() {}

  /**
   * Refuses a table that does not return just what was written, or more versions of it than can be
   * predicted.
   *
   * @param spec its graph, if that is known
   * @return whether it returns every version of an entry; else it returns the newest
   * @throws UsageException with every reason
   */
  public static boolean check(AccumuloClient client, String table, Optional<GraphSpec> spec)
      throws AccumuloException, TableNotFoundException {
    Map<String, String> properties = new HashMap<>(TableProperties.read(client, table));
    List<String> problems = problems(properties);
    if (!problems.isEmpty()) {
      throw new UsageException(
          problems.stream()
              .map(
                  problem ->
                      "Table " + table + " does not return just what was written: " + problem)
              .toList());
    }
    boolean every = returnsEveryVersion(properties);
    if (every && spec.isPresent() && !spec.get().updates().isNone()) {
      throw new UsageException(
          "Table "
              + table
              + " keeps every version, and its graph has updates: how many versions a node then has"
              + " is not checked. Give it a VersioningIterator, or a graph without graph.updates");
    }
    return every;
  }

  /**
   * Whether two versions of an entry may get the same time, as those of one millisecond do: then
   * the one that was written last is not always the one that is returned.
   */
  public static boolean mayTie(AccumuloClient client, String table) throws TableNotFoundException {
    return client.tableOperations().getTimeType(table) != TimeType.LOGICAL;
  }

  /**
   * Whether nothing is done to what is written: it has no iterator, neither to keep one version.
   */
  static boolean returnsEveryVersion(Map<String, String> properties) {
    return SCOPES.stream().allMatch(scope -> iterators(properties, scope).isEmpty());
  }

  /**
   * What is wrong with a table's iterators, one sentence each; nothing if all is well.
   *
   * @param properties the table's, with what it inherits
   */
  public static List<String> problems(Map<String, String> properties) {
    List<String> problems = new ArrayList<>();
    if (returnsEveryVersion(properties)) {
      return problems;
    }
    for (String scope : SCOPES) {
      Map<String, String> iterators = iterators(properties, scope);
      boolean versions = false;
      for (var iterator : iterators.entrySet()) {
        boolean versioning = iterator.getValue().endsWith("," + VERSIONING);
        String key = PREFIX + scope + "." + iterator.getKey();
        String most = properties.getOrDefault(key + ".opt.maxVersions", "1");
        if (!versioning) {
          problems.add(
              "%s=%s may hide or change entries: remove it".formatted(key, iterator.getValue()));
        } else if (!most.equals("1")) {
          problems.add("%s.opt.maxVersions=%s: set it to 1".formatted(key, most));
        }
        versions |= versioning;
      }
      if (!versions) {
        problems.add(
            "%s%s has no %s, and other scopes have it: attach it with maxVersions=1, or to no scope"
                .formatted(PREFIX, scope, VERSIONING));
      }
    }
    return problems;
  }

  private static Map<String, String> iterators(Map<String, String> properties, String scope) {
    String prefix = PREFIX + scope + ".";
    Map<String, String> iterators = new TreeMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(prefix) && key.indexOf('.', prefix.length()) < 0) {
            iterators.put(key.substring(prefix.length()), value.replace(" ", ""));
          }
        });
    return iterators;
  }
}
