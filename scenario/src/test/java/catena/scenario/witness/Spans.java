// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Times in which something was not the case: no two of them meet, in the order of time.
 *
 * @param all each from its begin until before its end, in milliseconds
 */
record Spans(List<Span> all) {
  /** From a time until before another. */
  record Span(long from, long to) {
    long length() {
      return to - from;
    }
  }

  /** Those that meet, or are no further apart than a gap, become one. */
  static Spans of(List<Span> some, long gap) {
    List<Span> merged = new ArrayList<>();
    some.stream()
        .filter(span -> span.to > span.from)
        .sorted(Comparator.comparingLong(Span::from))
        .forEach(
            span -> {
              Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
              if (last != null && span.from <= last.to + gap) {
                merged.set(merged.size() - 1, new Span(last.from, Math.max(last.to, span.to)));
              } else {
                merged.add(span);
              }
            });
    return new Spans(List.copyOf(merged));
  }

  Spans merged(long gap) {
    return of(all, gap);
  }

  /** The times between answers that were longer than so many milliseconds. */
  static List<Span> silences(List<Long> answers, long longerThan) {
    List<Long> sorted = answers.stream().sorted().toList();
    List<Span> found = new ArrayList<>();
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i) - sorted.get(i - 1) > longerThan) {
        found.add(new Span(sorted.get(i - 1), sorted.get(i)));
      }
    }
    return found;
  }

  /** Each so much longer, or shorter, at its begin and its end. */
  Spans grown(long before, long after) {
    return of(all.stream().map(span -> new Span(span.from - before, span.to + after)).toList(), 0);
  }

  /** Those that overlap a time. */
  Spans touching(long from, long to) {
    return new Spans(all.stream().filter(span -> span.from < to && span.to > from).toList());
  }

  /** What of them lies within a time. */
  Spans within(long from, long to) {
    return common(new Spans(List.of(new Span(from, to))));
  }

  /** The times that are in both. */
  Spans common(Spans others) {
    List<Span> both = new ArrayList<>();
    for (Span one : all) {
      for (Span other : others.all) {
        both.add(new Span(Math.max(one.from, other.from), Math.min(one.to, other.to)));
      }
    }
    return of(both, 0);
  }

  long longest() {
    return all.stream().mapToLong(Span::length).max().orElse(0);
  }

  /** How much of a time they cover, from 0 to 1. */
  double share(long from, long to) {
    long covered =
        all.stream()
            .mapToLong(span -> Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)))
            .sum();
    return (double) covered / (to - from);
  }
}
