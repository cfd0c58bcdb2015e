// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.records.run.Json;
import catena.records.run.Lines;
import catena.records.words.Amounts;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Takes findings from any thread, of readers and of verification: all are counted, the first few
 * are shown to the user.
 */
public final class Findings {
  private static final ObjectReader READER = Json.LINES.readerFor(Finding.class);

  /** A line that stands for more than what is left of these is not unfolded. */
  private static final long MOST_UNFOLDED = 5_000_000;

  private final BiConsumer<Long, String> printed;
  private final long printLimit;
  private final String place;
  private final Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
  private long total;

  /**
   * No findings yet.
   *
   * @param printed takes the first few in words, each with when it was found, milliseconds since
   *     1970
   * @param printLimit how many are printed at most
   * @param place where all of them are, as shown to the user
   */
  public Findings(BiConsumer<Long, String> printed, long printLimit, String place) {
    this.printed = printed;
    this.printLimit = printLimit;
    this.place = place;
  }

  /**
   * Counts one, and prints it if there is room. The caller writes it down afterwards: whatever goes
   * wrong with that, it was found.
   *
   * @param finder who found it, in front of its words; may be empty
   */
  public synchronized void add(String finder, Finding finding) {
    counts.merge(finding.kind(), 1L, Long::sum);
    total++;
    if (total <= printLimit) {
      printed.accept(finding.foundMillis(), finder + finding.inWords());
    } else if (total == printLimit + 1) {
      printed.accept(
          finding.foundMillis(), "... more findings are in " + place + " and not printed");
    }
  }

  /** How many there were of each kind; kinds without any are left out. */
  public synchronized Map<FindingKind, Long> counts() {
    return Collections.unmodifiableMap(new EnumMap<>(counts));
  }

  /** How many there were. */
  public synchronized long total() {
    return total;
  }

  /** {@code 79 LOST, 1 PHANTOM}, in the order of the kinds. */
  public static <K extends Comparable<K>> String inWords(Map<K, Long> counts) {
    return new TreeMap<>(counts)
        .entrySet().stream()
            .map(each -> Amounts.grouped(each.getValue()) + " " + each.getKey())
            .collect(Collectors.joining(", "));
  }

  /** For each kind the larger of two numbers; a kind that is in neither is left out. */
  public static Map<FindingKind, Long> larger(
      Map<FindingKind, Long> some, Map<FindingKind, Long> others) {
    Map<FindingKind, Long> larger = new EnumMap<>(FindingKind.class);
    larger.putAll(some);
    others.forEach((kind, number) -> larger.merge(kind, number, Math::max));
    return larger;
  }

  /**
   * Expands a line that stands for many findings into each of them: the graph knows the rows of the
   * nodes that it names. So a reader of single findings sees where each of them was. A damaged
   * line, whose nodes are no nodes of a window or not as many as it says, stays as it is.
   *
   * @param graph of the table
   * @param each takes what stands for itself, and what cannot be unfolded
   * @return takes the lines of one file
   */
  public static Consumer<Finding> unfolded(Graph graph, Consumer<Finding> each) {
    long[] left = {MOST_UNFOLDED};
    return line -> {
      Optional<BitSet> nodes =
          line.together()
              .flatMap(Finding.Together::indices)
              .filter(any -> line.origin().isPresent() && line.number() <= left[0])
              .flatMap(text -> ofIndices(text, graph.spec().flushInterval()))
              .filter(set -> set.cardinality() == line.number());
      if (nodes.isEmpty()) {
        each.accept(line);
        return;
      }
      left[0] -= line.number();
      Origin origin = line.origin().get();
      long window = origin.block() * graph.spec().depth() + origin.layer();
      nodes.get().stream()
          .forEach(
              index -> {
                Node node = new Node(origin.writer(), window, index);
                each.accept(line.ofNode(NodeCodec.rowText(graph.row(node)), origin.at(index)));
              });
    };
  }

  /** Which nodes of a window, as text: {@code 3,5-9}, the numbers of the bits that are set. */
  public static String indices(BitSet set) {
    StringBuilder text = new StringBuilder();
    int from = set.nextSetBit(0);
    while (from >= 0) {
      int end = set.nextClearBit(from);
      text.append(text.isEmpty() ? "" : ",").append(from);
      if (end - from > 1) {
        text.append('-').append(end - 1);
      }
      from = set.nextSetBit(end);
    }
    return text.toString();
  }

  /**
   * What {@link #indices} has written.
   *
   * @param size how many nodes a window has
   * @return empty if it is no such text
   */
  static Optional<BitSet> ofIndices(String text, int size) {
    BitSet set = new BitSet();
    try {
      for (String word : text.isEmpty() ? new String[0] : text.split(",", -1)) {
        int dash = word.indexOf('-');
        int from = Integer.parseInt(dash < 0 ? word : word.substring(0, dash));
        int last = dash < 0 ? from : Integer.parseInt(word.substring(dash + 1));
        set.set(from, Objects.checkIndex(last, size) + 1);
      }
      return Optional.of(set);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** A finding as a line of a file. */
  public static String line(Finding finding) throws IOException {
    return Json.LINES.writeValueAsString(finding);
  }

  /**
   * Reads a file of findings one by one.
   *
   * @return how many lines are cut off or damaged
   * @throws java.io.FileNotFoundException if there is none
   */
  public static long read(FileSystem fs, Path path, Consumer<Finding> each) throws IOException {
    return Lines.read(
        fs, path, line -> Optional.of(Json.present(READER.<Finding>readValue(line))), each);
  }
}
