package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortReservationsTest {
  @TempDir Path directory;

  @Test
  void whatOneHasTakenNoOtherTakesUntilItIsOld() {
    PortReservations one = new PortReservations(directory, Clock.systemUTC());
    PortReservations other = new PortReservations(directory, Clock.systemUTC());
    PortReservations later =
        new PortReservations(directory, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(4)));
    assertThat(one.take(20_000)).isTrue();
    assertThat(other.take(20_000)).isFalse();
    assertThat(other.take(20_001)).isTrue();
    assertThat(later.take(20_000)).isTrue();
  }

  @Test
  void whereTheyCannotBeKeptEveryPortIsFree() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(new PortReservations(file, Clock.systemUTC()).take(20_000)).isTrue();
  }
}
