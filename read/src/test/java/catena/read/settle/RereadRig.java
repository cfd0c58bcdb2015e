// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.harness.command.Terminal;
import catena.read.check.Count;
import catena.read.check.CurrentLedgers;
import catena.read.check.Lookup;
import catena.read.check.SeenFindings;
import catena.read.check.TransientDifferences;
import catena.read.check.View;
import catena.records.journal.Event;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.accumulo.core.security.Authorizations;

/** Rows of a table without a graph that are read again; time passes when a test says so. */
abstract class RereadRig {
  static final Authorizations ALL = new Authorizations("A");
  static final Duration LIMIT = Duration.ofSeconds(30);
  static final Optional<Entry> REFERRER = Optional.of(entry("0000000000000001", 0));

  final AtomicLong nanos = new AtomicLong();
  final Map<String, List<Entry>> table = new HashMap<>();

  /** How many rows each lookup asked for. */
  final List<Integer> lookups = Collections.synchronizedList(new ArrayList<>());

  final List<Event> events = Collections.synchronizedList(new ArrayList<>());

  /** Answers lookups, and takes events; a test may put others there. */
  Lookup answers = this::lookUp;

  Consumer<Event> journal = events::add;

  final View view = view();
  final RereadAccount account = new RereadAccount();
  private final ReadTally tally = new ReadTally();
  final ReaderSettler settler = settler(nanos::get);

  final Map<String, List<Entry>> lookUp(Collection<String> rows) {
    lookups.add(rows.size());
    Map<String, List<Entry>> found = new HashMap<>();
    rows.forEach(row -> Optional.ofNullable(table.get(row)).ifPresent(e -> found.put(row, e)));
    return found;
  }

  /** One more view of the same table. */
  final View view() {
    Lookup lookup = rows -> answers.rows(rows);
    return View.of(Optional.empty(), ALL, lookup, lookup);
  }

  /** One that reads its own clock. */
  final ReaderSettler settler(LongSupplier nanoClock) {
    PrintStream nowhere =
        new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    SeenFindings findings =
        new SeenFindings(
            Optional.empty(), event -> journal.accept(event), new Terminal(nowhere, nowhere), 0);
    Settler rules =
        new Settler(
            Optional.empty(),
            CurrentLedgers.none(),
            new TransientDifferences(false),
            view,
            Clock.systemUTC());
    return new ReaderSettler(rules, findings, account, LIMIT, Clock.systemUTC(), nanoClock);
  }

  /** An entry of so many bytes in addition to its row's. */
  static Entry entry(String row, int bytes) {
    byte[] none = new byte[0];
    return new Entry(NodeCodec.rowBytes(row), none, none, none, new byte[bytes]);
  }

  static String row(int i) {
    return "%016x".formatted(i + 16);
  }

  /** A row to which another refers, and of which a read returned these entries. */
  final OpenRow suspect(View by, String row, Entry... seen) {
    return settler.suspect(
        by, "reader", tally, Promise.NONE, NodeCodec.rowBytes(row), List.of(seen), REFERRER);
  }

  /** Hands a row over that was missing. */
  final void hand(String row) throws Exception {
    settler.settle(List.of(suspect(view, row)));
  }

  final void appears(String row) {
    table.put(row, List.of(entry(row, 0)));
  }

  final void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  final void stepAll() throws Exception {
    while (settler.step(Duration.ZERO)) {
      // more is due
    }
  }

  final List<FindingKind> kinds() {
    return events.stream().map(event -> ((Event.FindingSeen) event).finding().kind()).toList();
  }

  final long counted(Count what) {
    ReadTally tally = new ReadTally();
    account.addTo(tally);
    return tally.get(what);
  }
}
