// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.graph.Position;
import catena.graph.judge.Spans;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.ObjectUtils;

/** Adds up a ledger's lines, and refuses one that cannot follow those before it. */
final class LedgerFold implements Consumer<LedgerLine> {
  private LedgerHeader header;
  private Window pending;
  private Position acknowledged = Position.ORIGIN;
  private Position attempted = Position.ORIGIN;
  private Position attemptedBefore = Position.ORIGIN;
  private Spans resent = Spans.NONE;

  /** Without the attempt that goes on. */
  private Spans resentBefore = Spans.NONE;

  private Spans imported = Spans.NONE;
  private boolean imports;
  private long entries;
  private long deletes;
  private long windows;
  private long lastMillis;
  private boolean closed;
  private Position closedAt = Position.ORIGIN;

  @Override
  public void accept(LedgerLine line) {
    check((header == null) == (line instanceof LedgerLine.Header), "the header is not first");
    check(!closed || line instanceof LedgerLine.Resumed, "written after it was closed");
    if (line instanceof LedgerLine.Header first) {
      header = first.header();
    } else if (line instanceof LedgerLine.Intent intent) {
      intend(intent);
    } else if (line instanceof LedgerLine.Shortened shorter) {
      shorten(shorter);
    } else if (line instanceof LedgerLine.Acknowledged) {
      acknowledge();
    } else if (line instanceof LedgerLine.Abandoned) {
      pending = null;
    } else if (line instanceof LedgerLine.Resumed) {
      pending = null;
      closed = false;
    } else if (line instanceof LedgerLine.DeliveryChange change) {
      check(pending == null, "another way to write within a window");
      imports = change.imports();
    } else if (line instanceof LedgerLine.Closed) {
      pending = null;
      closed = true;
      closedAt = attempted;
    }
    lastMillis = line.millis();
  }

  private void intend(LedgerLine.Intent intent) {
    Window window = intent.window();
    check(window.from().compareTo(acknowledged) >= 0, "a window begins before an acknowledged one");
    check(window.from().equals(acknowledged), "a window begins behind one that was given up");
    pending = window;
    resentBefore = resent;
    if (window.from().isBefore(attempted)) {
      Position end = window.to().isBefore(attempted) ? window.to() : attempted;
      resent = resent.with(new Spans.Span(window.from(), end));
    }
    if (!imports) {
      // A batch writer may put it in any number of times, whatever an import before it did.
      imported = imported.without(window.from(), window.to());
    } else if (attempted.isBefore(window.to())) {
      // What was begun before stays what it was. Deletes, too, which have no versions: so that a
      // writer's imports are one stretch.
      imported =
          imported.with(new Spans.Span(ObjectUtils.max(window.from(), attempted), window.to(), 1));
    }
    attemptedBefore = attempted;
    attempted = ObjectUtils.max(attempted, window.to());
  }

  private void shorten(LedgerLine.Shortened line) {
    check(pending != null, "shortened without an intent");
    check(
        line.to().compareTo(pending.from()) >= 0 && line.to().compareTo(pending.to()) <= 0,
        "shortened to a point outside the window");
    boolean empty = line.to().equals(pending.from());
    pending = empty ? null : new Window(pending.from(), line.to(), line.entries(), line.deletes());
    attempted = ObjectUtils.max(attemptedBefore, line.to());
    resent = empty ? resentBefore : resent; // nothing of this attempt was sent
  }

  private void acknowledge() {
    check(pending != null, "acknowledged without an intent");
    acknowledged = pending.to();
    entries += pending.entries();
    deletes += pending.deletes();
    windows++;
    pending = null;
  }

  /** Whether a window is intended, and neither acknowledged nor given up. */
  boolean hasPending() {
    return pending != null;
  }

  Position attempted() {
    return attempted;
  }

  /** Whether windows that put entries are imported from now on. */
  boolean imports() {
    return imports;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  LedgerState state(LedgerScan.End end) {
    return new LedgerState(
        Optional.ofNullable(header),
        acknowledged,
        attempted,
        resent,
        imported,
        imports,
        entries,
        deletes,
        windows,
        lastMillis,
        closed && end.tornBytes() == 0,
        closedAt,
        end.tornBytes(),
        end.damage());
  }
}
