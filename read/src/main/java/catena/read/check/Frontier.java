// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Spans;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A promise as text, as tasks get it, and the windows that it covers. */
public final class Frontier {
  private static final String EVERY_VERSION = "versions";
  private static final String MAY_TIE = "ties";

  private Frontier() {}

  /**
   * One writer a word: {@code writer:block.step.index:block.step.index}, and after one more colon
   * each what was sent more than once, as {@code from-to*times,from-to*times}, and what was
   * imported. The word {@code versions} says that the table keeps each of them, {@code ties} that
   * two of them may have one time.
   */
  public static String toText(Promise promise) {
    Stream<String> ties = promise.mayTie() ? Stream.of(MAY_TIE) : Stream.empty();
    Stream<String> every = promise.everyVersion() ? Stream.of(EVERY_VERSION) : Stream.empty();
    Stream<String> writers =
        new TreeMap<>(promise.writers())
            .entrySet().stream().map(writer -> writer.getKey() + text(writer.getValue()));
    return Stream.concat(ties, Stream.concat(every, writers)).collect(Collectors.joining(" "));
  }

  /**
   * Identifies a promise: equal where the ledgers say the same, however the table orders its
   * entries, and nowhere else.
   */
  public static String fingerprint(Promise promise) {
    String text = toText(new Promise(promise.writers(), promise.everyVersion(), false));
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  private static String text(Progress progress) {
    String ends = ":" + progress.acknowledged().dotted() + ":" + progress.attempted().dotted();
    if (progress.resent().all().isEmpty() && progress.imported().all().isEmpty()) {
      return ends;
    }
    return ends + ":" + text(progress.resent()) + ":" + text(progress.imported());
  }

  private static String text(Spans spans) {
    return spans.all().stream()
        .map(span -> span.from().dotted() + "-" + span.to().dotted() + "*" + span.times())
        .collect(Collectors.joining(","));
  }

  /** Reads what {@link #toText} wrote. */
  public static Promise ofText(String text) {
    Map<Integer, Progress> writers = new TreeMap<>();
    boolean everyVersion = false;
    boolean mayTie = false;
    for (String word : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
      if (word.equals(EVERY_VERSION) || word.equals(MAY_TIE)) {
        everyVersion |= word.equals(EVERY_VERSION);
        mayTie |= word.equals(MAY_TIE);
        continue;
      }
      String[] parts = word.split(":", -1);
      writers.put(
          Integer.valueOf(parts[0]),
          new Progress(
              position(parts[1]),
              position(parts[2]),
              parts.length > 3 ? spans(parts[3]) : Spans.NONE,
              parts.length > 4 ? spans(parts[4]) : Spans.NONE));
    }
    return new Promise(writers, everyVersion, mayTie);
  }

  private static Spans spans(String text) {
    List<Spans.Span> spans = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      String[] ends = word.split("[-*]", -1);
      spans.add(new Spans.Span(position(ends[0]), position(ends[1]), Integer.parseInt(ends[2])));
    }
    return new Spans(spans);
  }

  /**
   * A writer whose ledger is sound only up to a point: what comes after it may have been written or
   * not, as far as the rows go.
   *
   * @param resent as far as it is known
   */
  public static Progress openEnded(Graph graph, Position acknowledged, Spans resent) {
    return new Progress(acknowledged, new Position(endBlock(graph), 0, 0), resent, Spans.NONE);
  }

  /** Whether it is unknown how far a writer had come at most, as of {@link #openEnded}. */
  public static boolean isOpenEnded(Graph graph, Progress progress) {
    return progress.attempted().block() >= endBlock(graph);
  }

  /** The windows that were begun; of open-ended writers those that were acknowledged. */
  public static Map<Integer, Long> population(Graph graph, Promise promise) {
    WriteOrder order = new WriteOrder(graph);
    Map<Integer, Long> windows = new TreeMap<>();
    promise
        .writers()
        .forEach(
            (writer, progress) -> {
              Position end =
                  isOpenEnded(graph, progress) ? progress.acknowledged() : progress.attempted();
              windows.put(writer, Math.min(graph.windowCapacity(), order.windowsBegun(end)));
            });
    return windows;
  }

  private static long endBlock(Graph graph) {
    return graph.windowCapacity() / graph.spec().depth() + 1;
  }

  private static Position position(String text) {
    String[] parts = text.split("\\.", -1);
    return new Position(
        Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
  }
}
