// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.read.check.Count;
import catena.records.words.Amounts;
import catena.verify.row.Tally;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What passes counted, for the tally in {@code verdict.json}. */
public final class Report {
  private static final List<Count> EXACT =
      List.of(
          Count.ENTRIES,
          Count.PROMISED,
          Count.EXACT,
          Count.GONE,
          Count.INDETERMINATE,
          Count.CHANGED,
          Count.HIDDEN,
          Count.UNPROMISED,
          Count.RANGES,
          Count.FAILED_RANGES);
  private static final List<Count> CLASSIC =
      List.of(Count.REFERENCED, Count.UNREFERENCED, Count.UNDEFINED, Count.CORRUPT);

  private Report() {}

  /**
   * The tally of a pass in exact mode.
   *
   * @param whole whether it scanned the whole table
   * @param even whether each node is referred to once, so that references are as many as the rows
   *     that are referred to; else their number is not known without a shuffle
   */
  public static Map<String, Long> exact(PassResult result, boolean whole, boolean even) {
    Map<String, Long> tally = new LinkedHashMap<>();
    EXACT.forEach(count -> tally.put(count.words(), result.tally().get(count)));
    if (result.tally().get(Count.FORMER) > 0) {
      tally.put(Count.FORMER.words(), result.tally().get(Count.FORMER));
    }
    if (whole && result.tally().get(Count.UNPROMISED) == 0) {
      Map<Count, Long> predicted = predicted(result.tally());
      Map<Count, Long> seen = seen(result.tally());
      CLASSIC.forEach(
          count -> {
            tally.put(count.words() + " predicted", predicted.get(count));
            if (even || count == Count.UNDEFINED || count == Count.CORRUPT) {
              tally.put(count.words() + " seen", seen.get(count));
            }
          });
    }
    return cost(tally, result);
  }

  /** The tally of a pass in references mode. */
  public static Map<String, Long> references(PassResult result) {
    Map<String, Long> tally = new LinkedHashMap<>();
    tally.put("references: " + Count.ENTRIES.words(), result.tally().get(Count.ENTRIES));
    CLASSIC.forEach(count -> tally.put(count.words(), result.tally().get(count)));
    for (Count count : List.of(Count.HIDDEN, Count.INDETERMINATE)) {
      tally.put("references: " + count.words(), result.tally().get(count));
    }
    Map<String, Long> all = new LinkedHashMap<>(tally);
    cost(new LinkedHashMap<>(), result).forEach((name, n) -> all.put("references: " + name, n));
    return all;
  }

  private static Map<String, Long> cost(Map<String, Long> tally, PassResult result) {
    tally.put("bytes shuffled", result.shuffledBytes());
    tally.put("milliseconds", result.millis());
    return tally;
  }

  private static Map<Count, Long> predicted(Tally tally) {
    return Map.of(
        Count.REFERENCED, tally.get(Count.REFERENCED_PREDICTED),
        Count.UNREFERENCED, tally.get(Count.UNREFERENCED_PREDICTED),
        Count.UNDEFINED, tally.get(Count.UNDEFINED_PREDICTED),
        Count.CORRUPT, 0L);
  }

  /** Each sound reference leads to a separate row, except for those that were followed. */
  private static Map<Count, Long> seen(Tally tally) {
    long hidden = tally.get(Count.UNDEFINED_PREDICTED);
    long referenced =
        tally.get(Count.REFERENCES)
            - tally.get(Count.BROKEN_REFERENCES)
            - hidden
            + tally.get(Count.STRAY_REFERENCES);
    return Map.of(
        Count.REFERENCED,
        referenced,
        Count.UNREFERENCED,
        tally.get(Count.NODES) - referenced,
        Count.UNDEFINED,
        tally.get(Count.UNDEFINED) + hidden,
        Count.CORRUPT,
        tally.get(Count.CORRUPT));
  }

  /**
   * Why what exact mode predicts of references and what references mode has counted by its shuffle
   * do not agree, if they do not. Both are about the same rows, and neither uses the other: if
   * every entry is exactly the promised one they must agree, else one of the two checks is not to
   * be trusted.
   *
   * <p>Nothing is reported if they need not: if an entry was seen that is not exactly what is
   * promised (a finding, an indeterminate one, one from before a takeover), or if the second pass
   * saw another number of entries, since a process wrote in between.
   *
   * @param exact the tally of a pass in exact mode over the whole table
   * @param references that of a pass in references mode over the same rows, with the same
   *     authorizations
   */
  public static Optional<String> differ(Tally exact, Tally references) {
    long entries = exact.get(Count.ENTRIES);
    boolean asPromised =
        exact.get(Count.EXACT) == entries
            && exact.get(Count.PROMISED) == entries
            && references.get(Count.ENTRIES) == entries;
    long predicted = exact.get(Count.REFERENCED_PREDICTED);
    long counted = references.get(Count.REFERENCED);
    return asPromised && predicted != counted
        ? Optional.of(
            ("Every entry is as promised, so %s rows are referred to, and the pass by references"
                    + " counted %s: one of the two checks is wrong")
                .formatted(Amounts.grouped(predicted), Amounts.grouped(counted)))
        : Optional.empty();
  }
}
