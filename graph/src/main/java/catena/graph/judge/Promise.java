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
 * <p>A writer writes strictly in order and begins nothing before the window in front of it is
 * acknowledged; so what it was promised is a beginning of its writes, and what is indeterminate
 * comes next.
 *
 * @param writers by writer number; a writer that is not in it has no ledger and promises nothing
 * @param everyVersion whether the table keeps each version of an entry, so that their number is
 *     promised, too; else it returns the newest one only
 * @param mayTie whether the table may give two versions of an entry one time, and then return
 *     either of them as the newer
 */
public record Promise(Map<Integer, Progress> writers, boolean everyVersion, boolean mayTie) {
  /** No ledger at all. */
  public static final Promise NONE = new Promise(Map.of());

  /** What is promised of a table that returns the newest versions only. */
  public Promise(Map<Integer, Progress> writers) {
    this(writers, false);
  }

  /** What is promised of a table in which no two versions of an entry have one time. */
  public Promise(Map<Integer, Progress> writers, boolean everyVersion) {
    this(writers, everyVersion, false);
  }

  /** A promise that cannot change any more. */
  public Promise {
    // In the order of the writers: the order of Map.copyOf differs from process to process, and
    // what is drawn from it could not be repeated.
    writers = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(writers)));
  }

  /**
   * How far one writer has come.
   *
   * @param acknowledged every write before this point was acknowledged
   * @param attempted no write at or after this point was begun; those between are indeterminate
   * @param resent writes that were sent more than once: the attempt that was given up may take
   *     effect late, over what came after it
   * @param imported writes that went into the table as files: each attempt is one operation of the
   *     manager, which puts them in once or not at all. Of others it is unknown how many times a
   *     batch writer sent them by itself
   */
  public record Progress(Position acknowledged, Position attempted, Spans resent, Spans imported) {
    /** Refuses an acknowledgement of what was not begun. */
    public Progress {
      if (attempted.isBefore(acknowledged)) {
        throw new IllegalArgumentException(
            "acknowledged up to " + acknowledged + " but begun only up to " + attempted);
      }
    }

    /** A writer that imported nothing. */
    public Progress(Position acknowledged, Position attempted, Spans resent) {
      this(acknowledged, attempted, resent, Spans.NONE);
    }

    /** A writer that sent each of its writes once. */
    public Progress(Position acknowledged, Position attempted) {
      this(acknowledged, attempted, Spans.NONE);
    }

    /** A writer all of whose writes were acknowledged. */
    public static Progress settled(Position at) {
      return new Progress(at, at);
    }
  }

  /** How far a writer has come, if it has a ledger. */
  public Optional<Progress> of(int writer) {
    return Optional.ofNullable(writers.get(writer));
  }

  /**
   * What is sure in the face of both: a scan that began after this promise was read and ended
   * before the later one was.
   */
  public Promise until(Promise later) {
    Map<Integer, Progress> span = new TreeMap<>(later.writers);
    writers.forEach(
        (writer, progress) ->
            span.merge(
                writer,
                progress,
                (end, begin) ->
                    new Progress(
                        begin.acknowledged(), end.attempted(), end.resent(), end.imported())));
    later.writers.forEach(
        (writer, end) -> {
          if (!writers.containsKey(writer)) {
            span.put(
                writer,
                new Progress(Position.ORIGIN, end.attempted(), end.resent(), end.imported()));
          }
        });
    return new Promise(span, everyVersion || later.everyVersion, mayTie || later.mayTie);
  }
}
