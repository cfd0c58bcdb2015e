// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import catena.graph.judge.Spans;
import catena.records.run.RunDirectory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ledgers as text, line by line, and what they say; the sums of their lines are right. */
class HandWrittenLedgerTest {
  private static final String HEADER =
      "catena-ledger 1 instance 2a f00d 3 00000000-0000-0001-0000-000000000002";

  private static String summed(String... lines) {
    StringBuilder text = new StringBuilder();
    String sum = LedgerLine.NO_SUM;
    for (String line : lines) {
      sum = LedgerLine.sum(sum, line);
      text.append(line).append(' ').append(sum).append('\n');
    }
    return text.toString();
  }

  private static LedgerState state(String text) {
    LedgerFold fold = new LedgerFold();
    LedgerScan scan = new LedgerScan(fold);
    try {
      scan.read(new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return fold.state(scan.end());
  }

  /** Lines behind the header, separated by semicolons. */
  private static LedgerState after(String lines) {
    return state(summed((HEADER + ";" + lines).split(";", -1)));
  }

  @Test
  void theTextOfALedgerStaysWhatItIs() {
    assertThat(
            summed(
                HEADER,
                "I 0.0.0 0.1.0 7 0 1000",
                "S 0.0.5 5 0 1001",
                "A 1002",
                "X 1003 why",
                "C 9"))
        .isEqualTo(
            """
            catena-ledger 1 instance 2a f00d 3 00000000-0000-0001-0000-000000000002 50bb5185
            I 0.0.0 0.1.0 7 0 1000 64606fa4
            S 0.0.5 5 0 1001 b6a89a29
            A 1002 618fe9f1
            X 1003 why bebc69a7
            C 9 e1359880
            """);
  }

  @Test
  void everyKindOfLineIsReadBackAsItsText() {
    for (String line :
        new String[] {
          HEADER,
          "I 12.3.45 12.4.0 7 2 1000",
          "S 0.0.5 5 6 1001",
          "A 1002",
          "X 1003 why",
          "R 1004 17",
          "C 1005"
        }) {
      assertThat(LedgerLine.parse(line).text()).isEqualTo(line);
    }
    assertThat(LedgerLine.parse(HEADER))
        .isEqualTo(
            new LedgerLine.Header(new LedgerHeader("instance", "2a", "f00d", 3, new UUID(1, 2))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I 0.0.0 0.1.0 7 0",
        "I 0.0.0 0.1.0 7 0 1000 1",
        "S 0.0.5 5 0",
        "S 0.0.5 5 0 1 1",
        "A",
        "A 1 2",
        "X 1",
        "X 1 2 3",
        "R 1",
        "R 1 2 3",
        "C",
        "C 1 2",
        "Q 1",
        "B 1 2",
        "A x",
        "I 0.0 0.1.0 7 0 1",
        "I 0.0.0.0 0.1.0 7 0 1",
        "I 0.1.0 0.1.0 0 0 1",
        "I 0.1.0 0.0.0 0 0 1",
        "I 0.0.0 0.1.0 -1 0 1",
        "I 0.0.0 0.1.0 0 -1 1",
        "I 0.0.0 0.1.-1 0 0 1"
      })
  void otherLinesAreDamage(String line) {
    LedgerState state = after("I 0.0.0 0.1.0 7 0 1000;A 5;" + line);
    assertThat(state.damage().orElseThrow()).startsWith("line 4 does not fit: ");
    assertThat(state.acknowledged()).isEqualTo(new Position(0, 1, 0));
    assertThat(state.lastMillis()).isEqualTo(5);
  }

  @Test
  void anotherVersionIsRefusedByItsNumber() {
    assertThat(state(summed(HEADER.replace(" 1 ", " 2 "))).damage().orElseThrow())
        .contains("ledger version 2 is not known");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A 1                                                        | acknowledged without an"
            + " intent",
        "I 0.0.0 0.1.0 7 0 1;A 2;A 3                                | acknowledged without an"
            + " intent",
        "I 0.0.0 0.1.0 7 0 1;X 2 why;A 3                            | acknowledged without an"
            + " intent",
        "I 0.0.0 0.1.0 7 0 1;R 2 0;A 3                              | acknowledged without an"
            + " intent",
        "I 0.0.0 0.1.0 7 0 1;C 2;R 3 0;A 4                          | acknowledged without an"
            + " intent",
        "I 0.0.0 0.1.0 7 0 1;S 0.0.0 0 0 2;A 3                      | acknowledged without an"
            + " intent",
        "S 0.0.5 5 0 1                                              | shortened without an intent",
        "I 0.0.0 0.1.0 7 0 1;A 2;S 0.0.5 5 0 3                      | shortened without an intent",
        "I 0.0.0 0.1.0 7 0 1;A 2;I 0.1.0 0.2.0 7 0 3;S 0.0.9 1 0 4  | shortened to a point outside",
        "I 0.0.0 0.1.0 7 0 1;S 0.1.1 8 0 2                          | shortened to a point outside",
        "I 0.0.0 0.1.0 7 0 1;A 2;I 0.0.6 0.2.0 7 0 3                | begins before an"
            + " acknowledged",
        "I 0.0.0 0.1.0 7 0 1;X 2 why;I 0.1.0 0.2.0 7 0 3            | begins behind one that was"
            + " given",
        "I 0.0.1 0.1.0 7 0 1                                        | begins behind one that was"
            + " given",
        "C 1;I 0.0.0 0.1.0 7 0 2                                    | written after it was closed",
        "C 1;C 2                                                    | written after it was closed",
      })
  void linesThatCannotFollowOneAnotherAreDamage(String lines, String why) {
    assertThat(after(lines).damage().orElseThrow()).contains("does not fit").contains(why);
  }

  @Test
  void aHeaderHasAllItsPartsAndNoMore() {
    for (String header : new String[] {HEADER + " more", HEADER.replace(" f00d", "")}) {
      assertThat(state(summed(header)).damage().orElseThrow())
          .contains("line 1 does not fit")
          .contains("instead of 7");
    }
  }

  @Test
  void theHeaderIsFirstAndThereIsOne() {
    assertThat(state(summed("A 1")).damage().orElseThrow())
        .contains("line 1 does not fit: the header is not first");
    assertThat(state(summed(HEADER, HEADER)).damage().orElseThrow())
        .contains("line 2 does not fit: the header is not first");
  }

  @Test
  void bothEndsOfAWindowMayBeWhereItIsShortened() {
    LedgerState whole = after("I 0.0.0 0.1.0 7 0 1;S 0.1.0 7 0 2;A 3");
    assertThat(whole.damage()).isEmpty();
    assertThat(whole.acknowledged()).isEqualTo(new Position(0, 1, 0));
    LedgerState nothing = after("I 0.0.0 0.1.0 7 0 1;S 0.0.0 0 0 2");
    assertThat(nothing.damage()).isEmpty();
    assertThat(nothing.indeterminate()).isFalse();
  }

  @Test
  void acknowledgedWindowsAreAddedUp() {
    LedgerState state =
        after("I 0.0.0 0.1.0 7 1 1;A 2;I 0.1.0 0.2.0 5 3 3;S 0.1.4 2 2 4;A 5;I 0.1.4 0.2.0 9 9 6");
    assertThat(state.acknowledgedEntries()).isEqualTo(9);
    assertThat(state.acknowledgedDeletes()).isEqualTo(3);
    assertThat(state.windows()).isEqualTo(2);
    assertThat(state.acknowledged()).isEqualTo(new Position(0, 1, 4));
    assertThat(state.attempted()).isEqualTo(new Position(0, 2, 0));
    assertThat(state.indeterminate()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "I 0.0.0 0.1.0 7 0 11, 11",
    "I 0.0.0 0.1.0 7 0 11;S 0.0.5 5 0 12, 12",
    "I 0.0.0 0.1.0 7 0 11;A 13, 13",
    "I 0.0.0 0.1.0 7 0 11;X 14 why, 14",
    "R 15 0, 15",
    "C 16, 16",
  })
  void theTimeOfTheLastLineIsKept(String lines, long millis) {
    assertThat(after(lines).damage()).isEmpty();
    assertThat(after(lines).lastMillis()).isEqualTo(millis);
  }

  @Test
  void itIsClosedOnlyIfNothingFollows() {
    assertThat(after("C 1").closed()).isTrue();
    assertThat(after("C 1;R 2 0").closed()).isFalse();
    assertThat(after("C 1;R 2 0;I 0.0.0 0.1.0 7 0 3;A 4;C 5").closed()).isTrue();
    assertThat(state(summed(HEADER, "C 1") + "R").closed()).isFalse();
  }

  @Test
  void whatIsSentAgainFurtherThanBeforeIsResentAsFarAsBefore() {
    assertThat(after("I 0.0.0 0.0.5 5 0 1;I 0.0.0 0.1.0 7 0 2").resent()).isEqualTo(upTo(5));
    assertThat(after("I 0.0.0 0.0.5 5 0 1;I 0.0.0 0.0.3 3 0 2").resent()).isEqualTo(upTo(3));
    assertThat(after("I 0.0.0 0.0.5 5 0 1;I 0.0.0 0.0.5 5 0 2").resent()).isEqualTo(upTo(5));
    assertThat(after("I 0.0.0 0.0.5 5 0 1;A 2;I 0.0.5 0.1.0 2 0 3").resent()).isEqualTo(Spans.NONE);
  }

  @Test
  void whatIsImportedIsDistinguishedFromWhatIsSent() {
    LedgerState state =
        after("B 1;I 0.0.0 0.1.0 7 0 2;A 3;L 4;I 0.1.0 0.2.0 7 0 5;A 6;C 7;R 8 0;B 9");
    assertThat(state.damage()).isEmpty();
    assertThat(state.imports()).isTrue();
    assertThat(state.imported().all())
        .containsExactly(new Spans.Span(Position.ORIGIN, new Position(0, 1, 0), 1));
    assertThat(after("I 0.0.0 0.1.0 7 0 2;B 3").damage()).isPresent();
    assertThat(after("I 0.0.0 0.1.0 7 0 2;A 3").imported()).isEqualTo(Spans.NONE);
  }

  @Test
  void whatWasImportedAndSentCountsAsSent() {
    String imported = "B 1;I 0.0.0 0.1.0 7 0 2;";
    LedgerState sentLater = after(imported + "S 0.0.0 0 0 3;L 4;I 0.0.0 0.1.0 7 0 5;A 6");
    assertThat(sentLater.damage()).isEmpty();
    assertThat(sentLater.imported()).isEqualTo(Spans.NONE);
    assertThat(after("I 0.0.0 0.1.0 7 0 2;R 3 0;B 4;I 0.0.0 0.1.0 7 0 5;A 6").imported())
        .isEqualTo(Spans.NONE);
    assertThat(after(imported + "R 3 0;B 4;I 0.0.0 0.1.0 7 0 5;A 6").imported().all())
        .containsExactly(new Spans.Span(Position.ORIGIN, new Position(0, 1, 0), 1));
  }

  @Test
  void anAttemptThatWasTakenBackIsNotCountedThoughOneBeforeItIs() {
    String again = "I 0.0.0 0.0.5 5 0 1;";
    assertThat(after(again + again + "S 0.0.0 0 0 2;" + again).resent().times(Position.ORIGIN))
        .isEqualTo(2);
  }

  @Test
  void howManyTimesAWindowWasSentIsCountedAndWhatWasTakenBackIsNot() {
    String again = "I 0.0.0 0.0.5 5 0 1;";
    assertThat(after(again + again + again).resent().times(Position.ORIGIN)).isEqualTo(3);
    assertThat(after("I 0.0.0 0.0.5 5 0 1;S 0.0.0 0 0 2;" + again).resent()).isEqualTo(Spans.NONE);
  }

  private static Spans upTo(long index) {
    return Spans.NONE.with(new Spans.Span(Position.ORIGIN, new Position(0, 0, index)));
  }

  @Test
  void whatWasAttemptedOnceStaysAttemptedThoughItsSecondAttemptIsShortened() {
    LedgerState state = after("I 0.0.0 0.1.0 7 0 1;I 0.0.0 0.1.0 7 0 2;S 0.0.5 5 0 3;A 4");
    assertThat(state.acknowledged()).isEqualTo(new Position(0, 0, 5));
    assertThat(state.attempted()).isEqualTo(new Position(0, 1, 0));
  }

  @Test
  void bytesWithoutALineEndAreTornAndCounted() {
    String sound = summed(HEADER, "I 0.0.0 0.1.0 7 0 1");
    assertThat(state(sound).tornBytes()).isZero();
    assertThat(state(sound + "A 12").tornBytes()).isEqualTo(4);
    assertThat(state(sound + "A 12").damage()).isEmpty();
    String sum = sound.substring(sound.length() - 9, sound.length() - 1);
    String noText = " " + LedgerLine.sum(sum, "");
    assertThat(state(sound + noText).tornBytes()).isEqualTo(9);
    assertThat(state(sound + noText).damage()).isEmpty();
  }

  @Test
  void aTornLineThatIsCarriedOnSaysHowManyBytesWereTorn() {
    String torn = summed(HEADER, "I 0.0.0 0.1.0 7 0 1");
    String sum = torn.substring(torn.length() - 9, torn.length() - 1);
    String right = "R 2 4 " + LedgerLine.sum(sum, "R 2 4") + "\n";
    String wrong = "R 2 5 " + LedgerLine.sum(sum, "R 2 5") + "\n";
    String other = "C 2 " + LedgerLine.sum(sum, "C 2") + "\n";
    assertThat(state(torn + "A 12~" + right).damage()).isEmpty();
    assertThat(state(torn + "A~12~" + right).damage()).isEmpty();
    assertThat(state(torn + "A 12~" + right).lastMillis()).isEqualTo(2);
    for (String damaged :
        new String[] {wrong, other, "", right.replace('4', '3'), right.trim() + "x"}) {
      assertThat(state(torn + "A 12~" + damaged + "\n").damage())
          .as(damaged)
          .contains("line 3 has a wrong checksum");
    }
  }

  @Test
  void aWriterCanOnlyCarryOnWhatHasAHeader() {
    String resumed = "R 1 4 " + LedgerLine.sum(LedgerLine.NO_SUM, "R 1 4");
    assertThat(state("cate~" + resumed + "\n").damage())
        .contains("line 1 does not fit: the header is not first");
  }

  @Test
  void theLineThatIsDamagedIsNamed() {
    String sound = summed(HEADER, "R 1 0");
    assertThat(state(sound + "A 1\n").damage()).contains("line 3 has a wrong checksum");
    assertThat(state("\n").damage()).contains("line 1 has a wrong checksum");
    assertThat(state(sound + "x".repeat(LedgerScan.MAX_LINE)).damage()).isEmpty();
    assertThat(state(sound + "x".repeat(LedgerScan.MAX_LINE + 1)).damage())
        .contains("line 3 has no end");
  }

  /** Two reads of a file: its last line has no line end yet at the first of them. */
  @ParameterizedTest
  @CsvSource({"'\n', ''", "'x', line 2 goes on behind its checksum"})
  void aSoundLineMayStillGetItsLineEndAndNothingElse(String next, String damage)
      throws IOException {
    LedgerFold fold = new LedgerFold();
    LedgerScan scan = new LedgerScan(fold);
    String text = summed(HEADER, "R 1 0");
    byte[] open = text.substring(0, text.length() - 1).getBytes(ISO_8859_1);
    scan.read(new ByteArrayInputStream(open));
    assertThat(scan.end().openLine()).isTrue();
    assertThat(fold.state(scan.end()).lastMillis()).isEqualTo(1);
    assertThat(scan.taken()).isEqualTo(open.length);
    scan.read(new ByteArrayInputStream(next.getBytes(ISO_8859_1)));
    assertThat(scan.end().damage().orElse("")).isEqualTo(damage);
    assertThat(scan.end().openLine()).isFalse();
    assertThat(scan.end().tornBytes()).isZero();
  }

  @Test
  void nothingIsReadBehindDamage() throws IOException {
    LedgerScan scan = new LedgerScan(new LedgerFold());
    ByteArrayInputStream in = new ByteArrayInputStream("noise\nmore\n".getBytes(ISO_8859_1));
    scan.read(in);
    assertThat(scan.taken()).isEqualTo(6);
    assertThat(scan.end().damage()).contains("line 1 has a wrong checksum");
  }

  @Test
  void anEmptyFileSaysNothing() {
    assertThat(state("")).isEqualTo(LedgerState.EMPTY);
    assertThat(state("").header()).isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\n", "\u00e9", "\u007f"})
  void aHeaderWithAPartThatIsNoFieldIsRefused(String part) {
    UUID uuid = new UUID(1, 2);
    assertThatThrownBy(() -> new LedgerHeader(part, "2a", "f00d", 3, uuid))
        .hasMessageContaining("'" + part + "' is no field");
    assertThatThrownBy(() -> new LedgerHeader("i", part, "f00d", 3, uuid))
        .hasMessageContaining("no field");
    assertThatThrownBy(() -> new LedgerHeader("i", "2a", part, 3, uuid))
        .hasMessageContaining("no field");
  }

  @Test
  void aHeaderMayHaveAnyVisibleCharacterAndNoNegativeWriter() {
    LedgerHeader header = new LedgerHeader("!~", "2a", "f00d", 0, new UUID(1, 2));
    assertThat(LedgerLine.parse(header.text())).isEqualTo(new LedgerLine.Header(header));
    assertThatThrownBy(() -> new LedgerHeader("i", "2a", "f00d", -1, new UUID(1, 2)))
        .hasMessageContaining("negative writer: -1");
  }

  @Test
  void aWindowHoldsItsFirstWriteAndNotTheOneBehindItsLast() {
    Window window = new Window(new Position(0, 0, 3), new Position(0, 0, 5), 0, 0);
    assertThat(window.holds(new Position(0, 0, 2))).isFalse();
    assertThat(window.holds(new Position(0, 0, 3))).isTrue();
    assertThat(window.holds(new Position(0, 0, 4))).isTrue();
    assertThat(window.holds(new Position(0, 0, 5))).isFalse();
  }

  /** A reader of times does not ask whether the order of lines is possible. */
  @Test
  void theTimesOfWhatWasAcknowledgedStayThoughItIsIntendedAgain(@TempDir Path temp)
      throws IOException {
    Path file = temp.resolve("x.ledger");
    String window = "I 0.0.0 0.1.0 10 0 ";
    Files.writeString(
        file, summed(HEADER, window + "1", window + "2", "A 3", window + "4"), ISO_8859_1);
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      assertThat(
              LedgerWindows.windowOf(run.fileSystem(), run.path("x.ledger"), new Position(0, 0, 5)))
          .contains(
              new WindowTimes(
                  new Window(Position.ORIGIN, new Position(0, 1, 0), 10, 0),
                  1,
                  OptionalLong.of(3)));
    }
  }
}
