package catena.harness.read;

import catena.graph.Decoded;
import catena.graph.Difference;
import catena.graph.Entry;
import catena.graph.Expectation;
import catena.graph.FindingKind;
import catena.graph.Graph;
import catena.graph.Judgement;
import catena.graph.NodeCodec;
import catena.graph.Promise;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Decides what becomes of rows that are not as promised: explained by what was written meanwhile,
 * found, or missing and to be read again; for any thread.
 *
 * <p>Where a table has a graph, a row is judged by what was promised before it was read and begun
 * by the time that it was; where it has none, or its writer no ledger, a missing row counts only as
 * long as another refers to it.
 */
final class Settling {
  private final Optional<Graph> graph;
  private final Optional<LivePromise> promise;
  private final Passing passing;
  private final View user;
  private final SeenFindings findings;
  private final Clock clock;
  private final LongSupplier nanoClock;
  private Rereads rereads;

  /**
   * Settles what readers of one phase see.
   *
   * @param user the view with all of the user's authorizations
   */
  Settling(
      Optional<Graph> graph,
      Optional<LivePromise> promise,
      Passing passing,
      View user,
      SeenFindings findings,
      Clock clock,
      LongSupplier nanoClock) {
    this.graph = graph;
    this.promise = promise;
    this.passing = passing;
    this.user = user;
    this.findings = findings;
    this.clock = clock;
    this.nanoClock = nanoClock;
  }

  /** Where missing rows go; set before the first reader begins. */
  void through(Rereads to) {
    this.rereads = to;
  }

  Suspect suspect(
      View view,
      String client,
      ReadTally tally,
      Promise before,
      byte[] row,
      List<Entry> seen,
      Optional<Entry> referrer) {
    return new Suspect(
        view,
        client,
        tally,
        before,
        NodeCodec.rowText(row),
        List.copyOf(seen),
        referrer,
        clock.millis(),
        nanoClock.getAsLong());
  }

  /** Judges the rows of one read again, now that it is over. */
  void settle(List<Suspect> suspects) throws IOException, InterruptedException {
    Promise now = now();
    for (Suspect suspect : suspects) {
      if (suspect.referrer().isPresent() || stillMissing(suspect, now)) {
        suspect.tally().one(ReadCount.REREAD);
        rereads.add(suspect);
      }
    }
  }

  /** Tells what is wrong for sure, and whether something may pass. */
  private boolean stillMissing(Suspect suspect, Promise now) throws IOException {
    Expectation expectation = expectation(suspect, suspect.view(), now);
    Judgement judgement = expectation.judge(suspect.row(), suspect.seen());
    if (judgement.differences().isEmpty()) {
      suspect.tally().one(ReadCount.CHANGED);
    }
    add(suspect, row(suspect, expectation, judgement).certain());
    return passing.any(judgement);
  }

  /** What is promised now; nothing where there is no graph. */
  Promise now() throws IOException {
    return promise.isPresent() ? promise.get().after() : Promise.NONE;
  }

  private Expectation expectation(Suspect suspect, View view, Promise now) {
    return new Expectation(graph.orElseThrow(), suspect.before().until(now), view.visible());
  }

  /**
   * Looks at a missing row again; if it is there it is dealt with.
   *
   * @param seen what it holds now
   * @param now what was promised after it was read
   * @return whether it is there
   */
  boolean appeared(Suspect suspect, List<Entry> seen, Promise now) throws IOException {
    if (suspect.referrer().isPresent()) {
      if (!seen.isEmpty()) {
        found(suspect, dangling(suspect, FindingKind.LATE), "an entry", late(suspect));
      }
      return !seen.isEmpty();
    }
    Expectation expectation = expectation(suspect, suspect.view(), now);
    Judgement again = expectation.judge(suspect.row(), seen);
    if (passing.any(again)) {
      return false;
    }
    Judgement first = expectation.judge(suspect.row(), suspect.seen());
    add(suspect, row(suspect, expectation, first).appeared(again, clock.millis()));
    return true;
  }

  private DifferingRow row(Suspect suspect, Expectation expectation, Judgement first) {
    return new DifferingRow(expectation, passing, first, suspect.foundMillis());
  }

  private Map<String, String> late(Suspect suspect) {
    return DifferingRow.late(FindingKind.UNDEFINED, suspect.foundMillis(), clock.millis());
  }

  /** Concludes what stayed missing until the limit. */
  void conclude(List<Suspect> missing) throws Exception {
    List<String> rows = new ArrayList<>();
    for (Suspect suspect : missing) {
      rows.add(suspect.name());
      suspect.referrer().ifPresent(entry -> rows.add(NodeCodec.rowText(entry.row())));
    }
    Map<String, List<Entry>> toUser = user.firm().rows(rows);
    Promise now = now();
    for (Suspect suspect : missing) {
      List<Entry> seen = toUser.getOrDefault(suspect.name(), List.of());
      if (suspect.referrer().isPresent()) {
        concludeReference(suspect, seen, toUser);
      } else {
        concludePromised(suspect, seen, now);
      }
    }
  }

  private void concludePromised(Suspect suspect, List<Entry> toUser, Promise now)
      throws IOException {
    boolean whole = suspect.view().authorizations().equals(user.authorizations());
    boolean withheld =
        !whole
            && !toUser.isEmpty()
            && !passing.any(expectation(suspect, user, now).judge(suspect.row(), toUser));
    Expectation expectation = expectation(suspect, suspect.view(), now);
    Judgement first = expectation.judge(suspect.row(), suspect.seen());
    add(suspect, row(suspect, expectation, first).stayed(withheld));
  }

  /** A row that nobody refers to any more may have been deleted, after the row that did. */
  private void concludeReference(Suspect suspect, List<Entry> toUser, Map<String, List<Entry>> rows)
      throws IOException {
    Entry referrer = suspect.referrer().orElseThrow();
    boolean stillReferred =
        rows.getOrDefault(NodeCodec.rowText(referrer.row()), List.of()).stream()
            .anyMatch(entry -> refersTo(entry, suspect.row()));
    if (!toUser.isEmpty()) {
      suspect.tally().one(ReadCount.HIDDEN);
    } else if (stillReferred) {
      found(suspect, dangling(suspect, FindingKind.UNDEFINED), "an entry", Map.of());
    } else {
      suspect.tally().one(ReadCount.CHANGED);
    }
  }

  private static boolean refersTo(Entry entry, byte[] row) {
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() == NodeCodec.row(row);
  }

  private static Difference dangling(Suspect suspect, FindingKind kind) {
    return new Difference(
        kind,
        suspect.name(),
        Optional.empty(),
        Optional.empty(),
        "referred to by " + suspect.referrer().map(Entry::toString).orElse(""));
  }

  private void add(Suspect suspect, List<Found> all) throws IOException {
    for (Found found : all) {
      add(suspect.client(), suspect.view(), found);
    }
  }

  private void found(
      Suspect suspect, Difference difference, String expected, Map<String, String> detail)
      throws IOException {
    add(
        suspect.client(),
        suspect.view(),
        new Found(difference.kind(), difference, expected, suspect.foundMillis(), detail));
  }

  /** Tells of a difference that is certain at first sight. */
  void found(String client, View view, Difference difference, String expected) throws IOException {
    add(client, view, new Found(difference.kind(), difference, expected, clock.millis(), Map.of()));
  }

  private void add(String client, View view, Found found) throws IOException {
    findings.add(client, found, view.authorizations().toString(), clock.millis());
  }
}
