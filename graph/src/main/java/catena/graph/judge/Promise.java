// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the ledgers of some writers promise, as two points in each writer's order of writes.
 *
 * <p>A writer writes strictly in order and begins no window before the previous one is
 * acknowledged; so the promised writes are the first ones in that order, and the indeterminate ones
 * follow.
 *
 * @param writers by writer number; a writer not in this map has no ledger and promises nothing
 * @param everyVersion whether the table keeps all versions of an entry, so that their number is
 *     promised, too; else it returns only the newest one
 * @param mayTie whether the table may give two versions of an entry the same timestamp, and then
 *     return either of them as the newer
 */
public record Promise(Map<Integer, Progress> writers, boolean everyVersion, boolean mayTie) {
  /** A promise without ledgers. */
  public static final Promise NONE = new Promise(Map.of());

  /** The promise of a table that returns only the newest versions. */
  public Promise(Map<Integer, Progress> writers) {
    this(writers, false, false);
  }

  /** Copies the writers. */
  public Promise {
    // Sorted by writer: the order of Map.copyOf differs from process to process, so that draws from
    // it could not be repeated.
    writers = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(writers)));
  }

  /**
   * How far one writer has got.
   *
   * @param acknowledged every write before this point was acknowledged
   * @param attempted no write at or after this point was begun; those between are indeterminate
   * @param resent writes that were sent more than once: the attempt that was given up may take
   *     effect late, and cover later writes
   * @param imported writes that went into the table as files: each attempt is one operation of the
   *     manager, which puts them in once or not at all. How many times a batch writer sent other
   *     writes by itself is not known
   */
  public record Progress(Position acknowledged, Position attempted, Spans resent, Spans imported) {
    /** Refuses an acknowledgement of writes that were not begun. */
    public Progress {
      if (attempted.isBefore(acknowledged)) {
        throw new IllegalArgumentException(
            "acknowledged up to " + acknowledged + " but begun only up to " + attempted);
      }
    }

    /** A writer that sent each of its writes once, and imported nothing. */
    public Progress(Position acknowledged, Position attempted) {
      this(acknowledged, attempted, Spans.NONE, Spans.NONE);
    }
  }

  /** The progress of a writer, if it has a ledger. */
  public Optional<Progress> of(int writer) {
    return Optional.ofNullable(writers.get(writer));
  }

  /**
   * What both promises leave sure, for a scan that began after this promise was read and ended
   * before the later one was read.
   */
  public Promise until(Promise later) {
    Map<Integer, Progress> span = new TreeMap<>(writers);
    later.writers.forEach(
        (writer, end) -> {
          Position sure = of(writer).map(Progress::acknowledged).orElse(Position.ORIGIN);
          span.put(writer, new Progress(sure, end.attempted, end.resent, end.imported));
        });
    return new Promise(span, everyVersion || later.everyVersion, mayTie || later.mayTie);
  }
}
