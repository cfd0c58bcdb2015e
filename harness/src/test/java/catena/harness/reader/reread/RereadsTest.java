package catena.harness.reader.reread;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.harness.check.SeenFindings;
import catena.harness.check.TransientDifferences;
import catena.harness.check.View;
import catena.harness.command.Terminal;
import catena.harness.journal.Event;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;

/** Rows that are read again, step by step; what they hold is answered by hand. */
class RereadsTest {
  private static final Authorizations ALL = new Authorizations("A");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final AtomicLong nanos = new AtomicLong();
  private final Map<String, List<Entry>> table = new HashMap<>();
  private final List<Integer> lookups = new ArrayList<>();
  private final View view = View.of(Optional.empty(), ALL, this::lookUp, this::lookUp);
  private final List<Event> events = new ArrayList<>();
  private final RereadAccount account = new RereadAccount();
  private final Settling settling = settling();
  private final Rereads rereads = new Rereads(settling, account, LIMIT, nanos::get);

  private Map<String, List<Entry>> lookUp(Collection<String> rows) {
    lookups.add(rows.size());
    Map<String, List<Entry>> found = new HashMap<>();
    rows.forEach(row -> Optional.ofNullable(table.get(row)).ifPresent(e -> found.put(row, e)));
    return found;
  }

  private Settling settling() {
    PrintStream nowhere =
        new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    SeenFindings findings =
        new SeenFindings(Optional.empty(), events::add, new Terminal(nowhere, nowhere), 0);
    Settling made =
        new Settling(
            Optional.empty(),
            Optional.empty(),
            new TransientDifferences(false),
            view,
            findings,
            account,
            Clock.systemUTC(),
            nanos::get);
    return made;
  }

  private static Entry entry(String row) {
    return new Entry(
        row.getBytes(StandardCharsets.ISO_8859_1),
        new byte[0],
        new byte[0],
        new byte[0],
        new byte[0]);
  }

  private static final Optional<Entry> REFERRER = Optional.of(entry("0000000000000001"));

  private void hand(String row) throws Exception {
    settling.through(rereads);
    settling.settle(
        List.of(
            settling.suspect(
                view,
                "reader",
                new ReadTally(),
                Promise.NONE,
                row.getBytes(StandardCharsets.ISO_8859_1),
                List.of(),
                REFERRER)));
  }

  private static String row(int i) {
    return "%016x".formatted(i + 16);
  }

  private void stepAll() throws Exception {
    while (rereads.step(Duration.ZERO)) {
      // more is due
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void aRowThatAppearsIsSettledAndTheAccountIsEven() throws Exception {
    hand(row(1));
    stepAll();
    assertThat(rereads.held()).isEqualTo(1);
    table.put(row(1), List.of(entry(row(1))));
    stepAll();
    assertThat(rereads.held()).as("not due yet").isEqualTo(1);
    pass(Rereads.PAUSE);
    stepAll();

    assertThat(rereads.isEmpty()).isTrue();
    assertThat(account.doubts()).isEmpty();
    assertThat(kinds()).containsExactly(FindingKind.LATE);
  }

  private List<FindingKind> kinds() {
    return events.stream().map(event -> ((Event.FindingSeen) event).finding().kind()).toList();
  }

  @Test
  void aRowWhoseTimeIsUpIsSettledToo() throws Exception {
    hand(row(1));
    stepAll();
    pass(LIMIT);
    stepAll();

    assertThat(rereads.isEmpty()).isTrue();
    assertThat(account.doubts()).isEmpty();
    ReadTally tally = new ReadTally();
    account.addTo(tally);
    assertThat(tally.get(ReadCount.STAYED)).isEqualTo(1);
  }

  @Test
  void whatIsLeftWhenItEndsIsInDoubtByNumber() throws Exception {
    hand(row(1));
    hand(row(2));
    stepAll();
    hand(row(3));
    rereads.giveUpAll("the end");

    assertThat(account.doubts())
        .singleElement()
        .asString()
        .startsWith("Not read again to the end: 3 rows, the first ")
        .endsWith(", since the end");
  }

  @Test
  void anAccountThatIsNotEvenIsADoubtWithNumbers() {
    account.handed();
    account.handed();
    account.passed();

    assertThat(account.doubts())
        .singleElement()
        .asString()
        .contains("To be read again: 2 rows, of which 1 right then")
        .contains("do not agree");
  }

  @Test
  void aCutReadsEachRowOnceMore() throws Exception {
    hand(row(1));
    hand(row(2));
    stepAll();
    table.put(row(1), List.of(entry(row(1))));
    rereads.cut();
    stepAll();

    assertThat(rereads.isEmpty()).isTrue();
    assertThat(kinds()).containsExactly(FindingKind.LATE);
    assertThat(account.doubts())
        .singleElement()
        .asString()
        .contains("end: 1 row,")
        .contains(row(2));
  }

  @Test
  void aMassLossIsBoundedAndItsRestIsADoubt() throws Exception {
    int lost = 200_000;
    long before = usedMemory();
    for (int i = 0; i < lost; i++) {
      hand(row(i));
      if (i % Rereads.BATCH == 0) {
        boolean unused = rereads.step(Duration.ZERO);
      }
    }
    stepAll();
    long used = usedMemory() - before;

    assertThat(rereads.held()).isEqualTo(Rereads.MOST_MISSING);
    assertThat(used).as("bytes for %d lost rows", lost).isLessThan(100L << 20);
    pass(LIMIT);
    stepAll();
    assertThat(rereads.isEmpty()).isTrue();
    assertThat(lookups).allMatch(rows -> rows <= 2 * Rereads.BATCH);
    assertThat(account.doubts())
        .singleElement()
        .asString()
        .startsWith("Not read again to the end: 100,000 rows,")
        .contains("100,000");
  }

  private static long usedMemory() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
