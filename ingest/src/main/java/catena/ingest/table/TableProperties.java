package catena.ingest.table;

import catena.records.words.UsageException;
import java.util.List;
import java.util.Set;

/**
 * Which table properties an instance knows; Accumulo itself takes any, and a misspelt one does
 * nothing.
 */
public final class TableProperties {
  /** Property.java of Accumulo 2.1: under these the names are the user's own. */
  private static final List<String> OPEN =
      List.of(
          "table.compaction.configurer.opts.",
          "table.compaction.dispatcher.opts.",
          "table.compaction.selector.opts.",
          "table.constraint.",
          "table.crypto.opts.",
          "table.custom.",
          "table.group.",
          "table.iterator.",
          "table.majc.compaction.strategy.opts.",
          "table.replication.target.",
          "table.sampler.opt.",
          "table.scan.dispatcher.opts.",
          "table.summarizer.");

  private TableProperties() {}

  /**
   * Checks names.
   *
   * @param known all properties of the instance, defaults included
   * @throws UsageException naming each that is none
   */
  public static void check(Set<String> names, Set<String> known) {
    List<String> problems =
        names.stream()
            .filter(name -> !known.contains(name) && OPEN.stream().noneMatch(name::startsWith))
            .sorted()
            .map(name -> "table.prop." + name + ": this instance knows no property " + name)
            .toList();
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
  }
}
