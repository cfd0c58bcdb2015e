package catena.harness.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PricesTest {
  @Test
  void theCostIsThatOfAHandCalculation() {
    // 60 GB of data on a hard disk: 0.15 × 60 / 0.80 = 11.25. The same on flash: 2.00 × 60 / 0.50 =
    // 240. With 0.6 GB of it on flash: 0.15 × 59.4 / 0.80 + 2.00 × 0.6 / 0.50 = 11.1375 + 2.4.
    Prices paper = Prices.of(Map.of());
    assertThat(paper).isEqualTo(new Prices(0.15, 2.0, 0.8, 0.5));
    assertThat(paper.cost(60_000_000_000L, 0)).isCloseTo(11.25, within(1e-9));
    assertThat(paper.cost(0, 60_000_000_000L)).isCloseTo(240, within(1e-9));
    assertThat(paper.cost(59_400_000_000L, 600_000_000L)).isCloseTo(13.5375, within(1e-9));
  }

  @Test
  void theSettingsOfTheRunCount() {
    Prices prices =
        Prices.of(
            Map.of(
                "price.slow",
                "1",
                "price.fast",
                "4",
                "price.slow.utilisation",
                "0.5",
                "price.fast.utilisation",
                "1"));
    assertThat(prices.cost(1_000_000_000L, 1_000_000_000L)).isCloseTo(6, within(1e-9));
  }

  @Test
  void whatAFileThatWasChangedSaysIsNotKnown() {
    assertThat(Prices.of(Map.of("price.slow", "much")).cost(1, 1)).isNaN();
    assertThat(Prices.of(Map.of("price.slow.utilisation", "0")).cost(1, 1)).isNaN();
  }
}
