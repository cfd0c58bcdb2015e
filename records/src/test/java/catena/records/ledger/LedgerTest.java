// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import catena.graph.judge.Spans;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  private static final LedgerHeader HEADER =
      new LedgerHeader("instance", "2a", "f00d", 3, new UUID(1, 2));
  private static final Duration LIMIT = Duration.ZERO;

  @TempDir private Path temp;
  private RunDirectory run;
  private FileSystem fs;
  private org.apache.hadoop.fs.Path path;
  private Path local;

  @BeforeEach
  void open() {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
    fs = run.fileSystem();
    path = run.ledger(3);
    local = temp.resolve("ledger/writer-00003.ledger");
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private static Position at(int step, long index) {
    return new Position(0, step, index);
  }

  private static Window window(int step, long from, long to) {
    return new Window(at(step, from), at(step, to), to - from, 0);
  }

  /** Two acknowledged windows, one of them sent twice, and one that was not acknowledged. */
  private byte[] write() throws IOException {
    try (Ledger ledger = Ledger.create(fs, path, HEADER)) {
      ledger.intend(window(0, 0, 10), 1000);
      ledger.acknowledge(1001);
      ledger.intend(window(0, 10, 20), 1002);
      ledger.intend(window(0, 10, 20), 1003);
      ledger.acknowledge(1004);
      ledger.intend(window(0, 20, 30), 1005);
    }
    return Files.readAllBytes(local);
  }

  private LedgerState read() throws IOException {
    return LedgerReader.read(fs, path);
  }

  @Test
  void whatWasSaidIsRead() throws IOException {
    write();
    LedgerState state = read();

    assertThat(state.header()).contains(HEADER);
    assertThat(state.acknowledged()).isEqualTo(at(0, 20));
    assertThat(state.attempted()).isEqualTo(at(0, 30));
    assertThat(state.acknowledgedEntries()).isEqualTo(20);
    assertThat(state.windows()).isEqualTo(2);
    assertThat(state.lastMillis()).isEqualTo(1005);
    assertThat(state.indeterminate()).isTrue();
    assertThat(state.closed()).isFalse();
    assertThat(state.damage()).isEmpty();
  }

  @Test
  void aClosedLedgerIsCertain() throws IOException {
    Ledger ledger = Ledger.create(fs, path, HEADER);
    ledger.intend(at(0, 0), at(0, 4), 3, 1, 1);
    ledger.acknowledge(2);
    ledger.close(3);

    LedgerState state = read();
    assertThat(state.closed()).isTrue();
    assertThat(state.indeterminate()).isFalse();
    assertThat(state.acknowledgedEntries()).isEqualTo(3);
    assertThat(state.acknowledgedDeletes()).isEqualTo(1);
  }

  @Test
  void aWindowThatWasGivenUpIsIndeterminate() throws IOException {
    Ledger ledger = Ledger.create(fs, path, HEADER);
    ledger.intend(window(0, 0, 10), 1);
    ledger.abandon("constraint ~ violated\n", 2);
    ledger.close(3);

    assertThat(read().indeterminate()).isTrue();
    assertThat(read().closed()).isTrue();
    assertThat(Files.readString(local)).contains("X 2 constraint-violated- ");
  }

  @Test
  void cutAnywhereItSaysWhatStandsBeforeTheCut() throws IOException {
    byte[] whole = write();
    // What was acknowledged and attempted once each line is complete but for its line end.
    List<Position> acknowledged = new ArrayList<>(List.of(Position.ORIGIN));
    List<Position> attempted = new ArrayList<>(List.of(Position.ORIGIN));
    Position o = Position.ORIGIN;
    acknowledged.addAll(List.of(o, o, at(0, 10), at(0, 10), at(0, 10), at(0, 20), at(0, 20)));
    attempted.addAll(List.of(o, at(0, 10), at(0, 10), at(0, 20), at(0, 20), at(0, 20), at(0, 30)));

    int lines = 0;
    for (int length = 0; length <= whole.length; length++) {
      if (length < whole.length && whole[length] == '\n') {
        lines++;
      }
      Files.write(local, Arrays.copyOf(whole, length));
      LedgerState state = read();
      assertThat(state.damage()).as("cut at %d", length).isEmpty();
      assertThat(state.acknowledged()).as("cut at %d", length).isEqualTo(acknowledged.get(lines));
      assertThat(state.attempted()).as("cut at %d", length).isEqualTo(attempted.get(lines));
      assertThat(state.header().isPresent()).isEqualTo(lines > 0);
    }
    assertThat(lines).isEqualTo(7);
  }

  @Test
  void itIsCarriedOnFromAnyCutAndFromAnyCutOfThat() throws IOException {
    byte[] whole = write();
    for (int length = 0; length <= whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      Files.write(local, cut);
      LedgerState before = read();
      byte[] resumed = carryOn(before, "cut at " + length);
      int common = before.header().isPresent() ? length : 0;
      // Syncs take their time, so that the second cuts are a sample: another one for each first.
      int start = common + length % 31;
      for (int second = start; second < resumed.length; second += 31) {
        Files.write(local, Arrays.copyOf(resumed, second));
        LedgerState between = read();
        assertThat(between.damage()).as("cut at %d, then at %d", length, second).isEmpty();
        assertThat(between.acknowledged()).isGreaterThanOrEqualTo(before.acknowledged());
        carryOn(between, "cut at " + length + ", then at " + second);
      }
    }
  }

  private byte[] carryOn(LedgerState before, String description) throws IOException {
    Position from = before.acknowledged();
    Position to = new Position(7, 0, 0);
    if (from.compareTo(to) >= 0) {
      return Files.readAllBytes(local);
    }
    Ledger ledger = Ledger.resume(fs, path, HEADER, 2000, LIMIT);
    assertThat(ledger.state().acknowledged()).as(description).isEqualTo(from);
    ledger.intend(from, to, 5, 0, 2001);
    ledger.acknowledge(2002);
    ledger.close(2003);
    LedgerState after = read();
    assertThat(after.damage()).as(description).isEmpty();
    assertThat(after.acknowledged()).as(description).isEqualTo(to);
    assertThat(after.indeterminate()).as(description).isFalse();
    assertThat(after.acknowledgedEntries()).isEqualTo(before.acknowledgedEntries() + 5);
    return Files.readAllBytes(local);
  }

  @Test
  void anyChangedByteIsDamageOrATornLastLine() throws IOException {
    byte[] whole = write();
    LedgerState sound = read();
    int lastLine = lastIndexOf(whole, whole.length - 2) + 1;
    for (int i = 0; i < whole.length; i++) {
      for (int flip : new int[] {1, 0x20, 0x80, whole[i] ^ '\n', whole[i] ^ '~'}) {
        if (flip == 0) {
          continue;
        }
        byte[] changed = whole.clone();
        changed[i] ^= (byte) flip;
        Files.write(local, changed);
        LedgerState state = read();
        boolean torn = state.tornBytes() > 0 && i >= lastLine - 1;
        assertThat(state.damage().isPresent() || torn).as("byte %d ^ %d", i, flip).isTrue();
        assertThat(state.acknowledged()).isLessThanOrEqualTo(sound.acknowledged());
      }
    }
  }

  private static int lastIndexOf(byte[] bytes, int from) {
    int i = from;
    while (bytes[i] != '\n') {
      i--;
    }
    return i;
  }

  @Test
  void aMissingARepeatedAndAMovedLineAreDamage() throws IOException {
    write();
    List<String> lines = Files.readAllLines(local);
    for (int i = 0; i < lines.size() - 1; i++) {
      List<String> missing = new ArrayList<>(lines);
      missing.remove(i);
      Files.write(local, missing);
      assertThat(read().damage().orElseThrow())
          .as("line %d missing", i)
          .contains("line " + (i + 1) + " has a wrong checksum");

      List<String> repeated = new ArrayList<>(lines);
      repeated.add(i, lines.get(i));
      Files.write(local, repeated);
      assertThat(read().damage().orElseThrow())
          .as("line %d repeated", i)
          .contains("line " + (i + 2) + " has a wrong checksum");
    }
  }

  @Test
  void aDamagedLedgerIsNotCarriedOn() throws IOException {
    byte[] whole = write();
    whole[whole.length / 2] ^= 1;
    Files.write(local, whole);

    assertThatThrownBy(() -> Ledger.resume(fs, path, HEADER, 1, LIMIT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("wrong checksum");
    assertThat(Files.readAllBytes(local)).isEqualTo(whole);
  }

  @Test
  void theLedgerOfAnotherTableIsNotCarriedOn() throws IOException {
    write();
    LedgerHeader other = new LedgerHeader("instance", "2b", "f00d", 3, new UUID(1, 2));

    assertThatThrownBy(() -> Ledger.resume(fs, path, other, 1, LIMIT))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("2b");
    assertThatThrownBy(() -> Ledger.create(fs, path, HEADER)).isInstanceOf(IOException.class);
  }

  @Test
  void noLinesMayFollowInAnImpossibleOrder() throws IOException {
    write();
    Ledger ledger = Ledger.resume(fs, path, HEADER, 2000, LIMIT);
    assertThatThrownBy(() -> ledger.acknowledge(2001)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ledger.intend(window(0, 0, 10), 2002))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("begins before an acknowledged one");
    ledger.close();

    assertThat(read().damage()).as("it is not written").isEmpty();
  }

  @Test
  void aWindowBehindOneThatWasGivenUpIsRefused() throws IOException {
    Ledger ledger = Ledger.create(fs, path, HEADER);
    ledger.intend(window(0, 0, 10), 1);
    ledger.abandon("rejected", 2);
    assertThatThrownBy(() -> ledger.intend(window(0, 10, 20), 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("begins behind one that was given up");
    assertThatThrownBy(() -> ledger.close(5))
        .as("a writer that wrote on could promise anything")
        .isInstanceOf(IOException.class);
    ledger.close();

    assertThat(read().damage()).isEmpty();
    assertThat(read().acknowledged()).isEqualTo(Position.ORIGIN);
    assertThat(read().attempted()).isEqualTo(at(0, 10));
  }

  @Test
  void whatIsIntendedAgainWasSentMoreThanOnceAndNothingElseWas() throws IOException {
    try (Ledger ledger = Ledger.create(fs, path, HEADER)) {
      ledger.intend(window(0, 0, 10), 1);
      ledger.acknowledge(2);
      ledger.intend(window(0, 10, 20), 3);
      ledger.intend(window(0, 10, 20), 4);
      ledger.acknowledge(5);
      ledger.intend(window(0, 20, 30), 6);
    }
    assertThat(read().resent().all()).containsExactly(span(10, 20));

    Ledger next = Ledger.resume(fs, path, HEADER, 7, LIMIT);
    next.intend(window(0, 20, 25), 8);
    next.acknowledge(9);
    next.intend(window(0, 25, 40), 10);
    next.close(11);
    assertThat(read().resent().all()).containsExactly(span(10, 30));
  }

  @Test
  void whatAStopTookBackWasNotSentTwiceWhenItIsSentLater() throws IOException {
    Ledger ledger = Ledger.create(fs, path, HEADER);
    ledger.intend(window(0, 0, 10), 1);
    ledger.shorten(at(0, 4), 4, 0, 2);
    ledger.acknowledge(3);
    ledger.intend(window(0, 4, 10), 4);
    ledger.acknowledge(5);
    ledger.close(6);
    assertThat(read().resent()).isEqualTo(Spans.NONE);
  }

  private static Spans.Span span(long from, long to) {
    return new Spans.Span(at(0, from), at(0, to));
  }

  @Test
  void theTimesOfAWindowAreFound() throws IOException {
    write();

    assertThat(LedgerWindows.windowOf(fs, path, at(0, 15)))
        .contains(new WindowTimes(window(0, 10, 20), 1002, OptionalLong.of(1004)));
    assertThat(LedgerWindows.windowOf(fs, path, at(0, 29)))
        .contains(new WindowTimes(window(0, 20, 30), 1005, OptionalLong.empty()));
    assertThat(LedgerWindows.windowOf(fs, path, at(0, 30))).isEqualTo(Optional.empty());
    assertThat(
            LedgerReader.windowsOf(
                fs, path, new TreeSet<>(Set.of(at(0, 10), at(0, 19), at(0, 29), at(0, 30)))))
        .isEqualTo(
            Map.of(
                at(0, 10), new WindowTimes(window(0, 10, 20), 1002, OptionalLong.of(1004)),
                at(0, 19), new WindowTimes(window(0, 10, 20), 1002, OptionalLong.of(1004)),
                at(0, 29), new WindowTimes(window(0, 20, 30), 1005, OptionalLong.empty())));
  }

  /** As one of another size does, that a process sent which carried on. */
  @Test
  void aWindowThatWasSentAgainInAnotherSizeCountsFromTheFirstTime() throws IOException {
    try (Ledger ledger = Ledger.create(fs, path, HEADER)) {
      ledger.intend(window(0, 0, 10), 1000);
      ledger.intend(window(0, 0, 5), 1001);
      ledger.acknowledge(1002);
    }
    assertThat(LedgerWindows.windowOf(fs, path, at(0, 2)))
        .contains(new WindowTimes(window(0, 0, 5), 1000, OptionalLong.of(1002)));
    assertThat(LedgerWindows.windowOf(fs, path, at(0, 7)))
        .contains(new WindowTimes(window(0, 0, 10), 1000, OptionalLong.empty()));
  }

  @Test
  void binaryRubbishIsDamageAndNoException() throws IOException {
    write();
    Files.write(local, new byte[100_000]);

    assertThat(read().damage().orElseThrow()).isEqualTo("line 1 has no end");
  }
}
