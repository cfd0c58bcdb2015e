package catena.recompute.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvCheckTest {
  private static final String TEXT =
      "run,time,n /s\r\na,2026-11-18T11:07:00Z,1\r\na,2026-11-18T11:07:01Z,\r\n";

  private static Sheet sheet(double... numbers) {
    Sheet sheet = new Sheet("rate", "", List.of("run", "time", "n /s"), List.of("run", "time"));
    long at = 1_795_000_020_000L;
    for (double number : numbers) {
      sheet.row(Cell.text("a"), Cell.time(at), Cell.number(number));
      at += 1000;
    }
    return sheet;
  }

  private static List<String> differences(Sheet sheet, String text) throws IOException {
    return CsvCheck.of(sheet, text).differences().stream().map(Object::toString).toList();
  }

  @Test
  void equalCellsAreSilentAndCounted() throws IOException {
    FileCheck check = CsvCheck.of(sheet(1, Double.NaN), TEXT);
    assertThat(check.differences()).isEmpty();
    assertThat(check.compared()).isEqualTo(6);
    assertThat(check.notRecomputed()).isZero();
  }

  @Test
  void aCellARowAndAColumnAreNamed() throws IOException {
    assertThat(differences(sheet(1, 2), TEXT))
        .containsExactly("a 2026-11-18T11:07:01Z, n /s: shown nothing, recomputed 2.0");
    assertThat(differences(sheet(1), TEXT))
        .containsExactly("a 2026-11-18T11:07:01Z: shown a row, recomputed nothing");
    assertThat(differences(sheet(1, Double.NaN, 3), TEXT))
        .containsExactly("a 2026-11-18T11:07:02Z: shown nothing, recomputed a row");
    assertThat(differences(sheet(1, Double.NaN), TEXT.replace("n /s", "m")))
        .containsExactly(
            "column n /s: shown nothing, recomputed a column",
            "column m: shown a column, recomputed nothing");
  }

  @Test
  void aFileThatIsMissingAndOneWithoutARuleAreNamed() throws IOException {
    assertThat(CsvCheck.absent(sheet(1, 2)).differences()).hasSize(1);
    FileCheck unknown = CsvCheck.unknown("new.csv", TEXT);
    assertThat(unknown.compared()).isZero();
    assertThat(unknown.notRecomputed()).isEqualTo(6);
  }

  @Test
  void columnsOfOneTitleAreToldApartByTheirOrder() throws IOException {
    Sheet sheet = new Sheet("x", "", List.of("k", "Healed", "Healed"), List.of("k"));
    sheet.row(Cell.text("a"), Cell.number(1), Cell.number(2));
    assertThat(differences(sheet, "k,Healed,Healed\r\na,1,2\r\n")).isEmpty();
    assertThat(differences(sheet, "k,Healed,Healed\r\na,1,3\r\n"))
        .containsExactly("a, Healed #2: shown 3, recomputed 2.0");
  }
}
