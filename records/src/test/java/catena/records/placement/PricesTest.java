// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PricesTest {
  @Test
  void theCostIsThatOfAHandCalculation() {
    // 60 GB of data on a hard disk: 0.15 × 60 / 0.80 = 11.25. The same on flash: 2.00 × 60 / 0.50 =
    // 240. With 0.6 GB of it on flash: 0.15 × 59.4 / 0.80 + 2.00 × 0.6 / 0.50 = 11.1375 + 2.4.
    assertThat(Prices.cost(60_000_000_000L, 0)).isCloseTo(11.25, within(1e-9));
    assertThat(Prices.cost(0, 60_000_000_000L)).isCloseTo(240, within(1e-9));
    assertThat(Prices.cost(59_400_000_000L, 600_000_000L)).isCloseTo(13.5375, within(1e-9));
  }

  @Test
  void tablesOfAnotherSizeTakeThePlaceOfThoseOfTheRun() {
    Prices prices = Prices.of(Map.of("price.tables", "1000000000"));
    List<PlacementSample> samples =
        List.of(
            sample(1, Place.ALL, Tier.SLOW, 30_000_000),
            sample(1, Place.TABLES, Tier.SLOW, 20_000_000),
            sample(2, Place.ALL, Tier.SLOW, 90_000_000),
            sample(2, Place.TABLES, Tier.SLOW, 85_000_000),
            sample(2, Place.ALL, Tier.FAST, 50_000_000));
    PlacementHistory history = new PlacementHistory(samples);
    assertThat(history.mostExcept(Place.TABLES, Tier.SLOW)).isEqualTo(10_000_000);
    // 0.15 × 0.09 / 0.8 + 2 × 0.05 / 0.5, and 0.15 × 1.01 / 0.8 + 2 × 0.05 / 0.5
    assertThat(Prices.cost(history)).isCloseTo(0.216875, within(1e-9));
    assertThat(prices.costAtSize(history)).isCloseTo(0.389375, within(1e-9));
  }

  private static PlacementSample sample(long at, Place place, Tier tier, long bytes) {
    Optional<Tier> asked = place == Place.ALL ? Optional.empty() : Optional.of(tier);
    return new PlacementSample(at, place, tier, asked, 1, bytes, PlacedBy.POLICIES);
  }

  @Test
  void whatAFileThatWasChangedSaysIsNotKnown() {
    assertThat(Prices.of(Map.of("price.tables", "much"))).isEqualTo(new Prices(0));
    assertThat(Prices.of(Map.of())).isEqualTo(new Prices(0));
  }
}
