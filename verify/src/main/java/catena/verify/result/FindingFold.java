// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import catena.graph.judge.FindingKind;
import catena.records.verdict.Finding;
import catena.records.verdict.Findings;
import catena.records.verdict.Origin;
import catena.records.words.Amounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * Keeps a file of findings small however much is lost, and still counts each of them.
 *
 * <p>The first findings of one kind, writer and window are written in full, and all of rows that no
 * writer writes, as long as they fill no more than half of the size that the file may have. The
 * others become one line, which has their number and the indices of their nodes: with the graph
 * these say all that is lost. What does not fit in so becomes one line for each kind and writer,
 * with the number alone.
 *
 * <p>Verification hands findings over in the order of writers and windows, so that few groups are
 * open at a time; one that comes again later on is one more line.
 */
final class FindingFold {
  /** Groups that may still grow. Each has up to a bit for each node of a window. */
  private static final int MOST_OPEN = 16;

  /** Writers that have a separate line in the end. */
  private static final int MOST_SUMS = 10_000;

  private static final int NONE = -1;

  private record Key(FindingKind kind, int writer, long block, int layer, String authorizations) {
    static Key of(Finding finding) {
      String authorizations = finding.detail().getOrDefault("authorizations", "");
      Optional<Origin> origin = finding.origin();
      return origin.isEmpty()
          ? new Key(finding.kind(), NONE, NONE, NONE, authorizations)
          : new Key(
              finding.kind(),
              origin.get().writer(),
              origin.get().block(),
              origin.get().layer(),
              authorizations);
    }

    Key ofWriter(boolean known) {
      return new Key(kind, known ? writer : NONE, NONE, NONE, authorizations);
    }
  }

  /** Findings of one key: how many were written in full, and the others. */
  private static final class FoldedGroup {
    private final BitSet indices = new BitSet();
    private long inFull;
    private long number;
    private Finding first;

    void add(Finding finding) {
      first = first == null ? finding : first;
      number++;
      finding.origin().ifPresent(origin -> indices.set(Math.toIntExact(origin.index())));
    }

    /** The indices, if they stand for each finding. */
    Optional<String> indexText() {
      return indices.cardinality() == number
          ? Optional.of(Findings.indices(indices))
          : Optional.empty();
    }
  }

  private final FailableConsumer<String, IOException> file;
  private final long each;
  private final long size;
  private final LinkedHashMap<Key, FoldedGroup> open = new LinkedHashMap<>();
  private final Map<Key, FoldedGroup> sums = new HashMap<>();
  private long written;
  private long inFull;
  private long byIndex;
  private long byNumber;
  private boolean whole = true;

  /**
   * Nothing was found yet.
   *
   * @param each how many of one kind, writer and window are written in full
   * @param size bytes that the file has at most, except for the lines of whole writers
   */
  FindingFold(FailableConsumer<String, IOException> file, long each, long size) {
    this.file = file;
    this.each = each;
    this.size = size;
  }

  /** Adds one. */
  void add(Finding finding) throws IOException {
    FoldedGroup group = group(Key.of(finding));
    boolean room = finding.origin().isEmpty() || group.inFull < each;
    if (room && written < size / 2) {
      group.inFull++;
      inFull++;
      write(Findings.line(finding));
    } else {
      group.add(finding);
      whole = false;
    }
  }

  /** Whether all that was taken is in the file in full. */
  boolean isWhole() {
    return whole;
  }

  private FoldedGroup group(Key key) throws IOException {
    FoldedGroup known = open.get(key);
    if (known != null) {
      return known;
    }
    if (open.size() == MOST_OPEN) {
      Iterator<Map.Entry<Key, FoldedGroup>> eldest = open.entrySet().iterator();
      Map.Entry<Key, FoldedGroup> one = eldest.next();
      eldest.remove();
      fold(one.getKey(), one.getValue());
    }
    FoldedGroup group = new FoldedGroup();
    open.put(key, group);
    return group;
  }

  /** Writes what is not written yet; more may come after it. */
  void flush() throws IOException {
    List<Map.Entry<Key, FoldedGroup>> all = new ArrayList<>(open.entrySet());
    open.clear();
    for (Map.Entry<Key, FoldedGroup> one : all) {
      fold(one.getKey(), one.getValue());
    }
    for (FoldedGroup sum : sums.values()) {
      write(line(sum, Optional.empty()));
    }
    sums.clear();
  }

  private void fold(Key key, FoldedGroup group) throws IOException {
    if (group.number == 0) {
      return;
    }
    Optional<String> indices = group.indexText();
    String line = line(group, indices);
    if (indices.isPresent() && written + line.length() <= size) {
      byIndex += group.number;
      write(line);
    } else {
      byNumber += group.number;
      Key of = key.ofWriter(sums.size() < MOST_SUMS);
      FoldedGroup sum = sums.computeIfAbsent(of, any -> new FoldedGroup());
      sum.first = sum.first == null ? group.first : sum.first;
      sum.number += group.number;
    }
  }

  private static String line(FoldedGroup group, Optional<String> indices) throws IOException {
    Finding first = group.first;
    SortedMap<String, String> detail = new TreeMap<>(first.detail());
    detail.keySet().retainAll(List.of("authorizations", "uuid", "window", "step"));
    return Findings.line(
        new Finding(
            first.kind(),
            first.row(),
            first.origin(),
            Optional.empty(),
            Optional.empty(),
            first.foundMillis(),
            List.of(),
            detail,
            Optional.of(new Finding.Together(group.number, indices))));
  }

  private void write(String line) throws IOException {
    written += line.length() + 1;
    file.accept(line);
  }

  /** What the file does not hold in full, as a sentence; empty if it holds all of it. */
  Optional<String> leftOut() {
    if (byIndex + byNumber == 0) {
      return Optional.empty();
    }
    String indices =
        byIndex == 0
            ? ""
            : "; %s are in lines that stand for those of one kind, writer and window, by their indices"
                .formatted(Amounts.grouped(byIndex));
    String numbers =
        byNumber == 0
            ? ""
            : "; of %s it has only how many there are of each kind and writer"
                .formatted(Amounts.grouped(byNumber));
    return Optional.of(
        "findings.jsonl has %s of %s findings in full%s%s"
            .formatted(
                Amounts.grouped(inFull),
                Amounts.grouped(inFull + byIndex + byNumber),
                indices,
                numbers));
  }
}
