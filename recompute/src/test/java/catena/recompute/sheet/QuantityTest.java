package catena.recompute.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuantityTest {
  private static final List<String> NOTHING = List.of("", "–", "none", "x", "1 x", "4.20 s");

  private static void agrees(Cell cell, String... shown) {
    assertThat(shown).allSatisfy(text -> assertThat(cell.agrees(text)).as(text).isTrue());
  }

  private static void differs(Cell cell, String... shown) {
    assertThat(shown).allSatisfy(text -> assertThat(cell.agrees(text)).as(text).isFalse());
  }

  @Test
  void aNumberAgreesWithinTheRoundingOfWhatIsShown() {
    agrees(Cell.count(43_064), "43.06 k", "43,064", "43 k");
    differs(Cell.count(43_064), "43.07 k", "43.05 k", "43,065", "75.9 k", "43.06", "43.06 M");
    agrees(Cell.count(7_829_767), "7,829,767", "7.83 M");
    differs(Cell.count(7_829_767), "7,829,768", "7.82 M");
  }

  @Test
  void timesAgreeInEachOfTheirForms() {
    agrees(Cell.seconds(72.021), "72.02 s", "1m12s");
    differs(Cell.seconds(72.021), "72.21 s", "1m13s", "1m11s", "72.02 ms");
    agrees(Cell.seconds(185.9), "3m05s");
    differs(Cell.seconds(186.01), "3m05s");
    agrees(Cell.seconds(11_100), "3h05m");
    agrees(Cell.millis(46.694), "46.69 ms");
    agrees(Cell.millis(110_998), "111.0 s");
    differs(Cell.millis(110_998), "110.9 s", "111.0 ms", "1m50s");
  }

  @Test
  void sharesAndBytesAgree() {
    agrees(Cell.of(0.431, "ratio"), "43.10 %", "43 %");
    differs(Cell.of(0.431, "ratio"), "0.431 %", "43.20 %");
    agrees(Cell.of(30_000_000, "bytes"), "28.6 MiB");
    differs(Cell.of(30_000_000, "bytes"), "28.7 MiB", "28.6 KiB", "30 MB");
  }

  @Test
  void whatIsNotKnownIsADashAndNothingElse() {
    agrees(Cell.count(Double.NaN), "–");
    differs(Cell.count(Double.NaN), "", "0", "NaN");
    NOTHING.forEach(text -> differs(Cell.count(5), text));
  }

  @Test
  void aNumberForProgramsIsNotRounded() {
    agrees(Cell.number(0.1 + 0.2), "0.3");
    differs(Cell.number(0.3), "0.30001", "", "a");
    agrees(Cell.number(Double.NaN), "");
    differs(Cell.number(Double.NaN), "0");
    agrees(Cell.time(1_795_000_020_001L), "2026-11-18T11:07:00.001Z");
    differs(Cell.time(1_795_000_020_001L), "2026-11-18T11:07:00Z", "");
  }

  @Test
  void aPhraseNamesTheNumbersThatAreWrong() {
    Cell phrase = Cell.phrase(Cell.seconds(1.5), " (", Cell.seconds(2), ", n ", Cell.count(3), ")");
    agrees(phrase, "1.50 s (2 s, n 3)");
    differs(phrase, "1.50 s (2 s, n 4)", "1.50 s (2 s)", "1.60 s (2 s, n 3)");
  }
}
