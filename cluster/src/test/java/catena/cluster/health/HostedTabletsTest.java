package catena.cluster.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HostedTabletsTest {
  @Test
  void tabletsWithoutAHostAreNamed() {
    Map<String, Boolean> hosted = Map.of("2;m", false, "2<", false, "3<", true, "4<", false);
    assertThat(HostedTablets.missing("tablets", hosted, List.of("2;m", "2<", "3<")))
        .contains("2 of 4 tablets are not hosted: 2;m, 2<");
    assertThat(HostedTablets.missing("tablets", hosted, List.of("3<"))).isEmpty();
  }

  @Test
  void noMoreAreNamedThanAPersonReads() {
    Map<String, Boolean> hosted = new TreeMap<>();
    IntStream.range(10, 30).forEach(i -> hosted.put("2;" + i, false));
    assertThat(HostedTablets.missing("tablets", hosted, hosted.keySet()))
        .hasValueSatisfying(
            message -> assertThat(message).startsWith("20 of 20").endsWith("2;17, …"));
  }
}
