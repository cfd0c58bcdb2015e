// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortReservationsTest {
  @TempDir Path directory;

  @Test
  void whatOneHasTakenNoOtherTakesUntilItIsOld() {
    Ports.PortReservations one = new Ports.PortReservations(directory, Clock.systemUTC());
    Ports.PortReservations other = new Ports.PortReservations(directory, Clock.systemUTC());
    Ports.PortReservations later =
        new Ports.PortReservations(
            directory, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(4)));
    assertThat(one.take(20_000)).isTrue();
    assertThat(other.take(20_000)).isFalse();
    assertThat(other.take(20_001)).isTrue();
    assertThat(later.take(20_000)).isTrue();
  }

  @Test
  void whatIsReleasedIsFreeAndNothingIsLeft() {
    Path kept = directory.resolve("kept");
    Ports.PortReservations one = new Ports.PortReservations(kept, Clock.systemUTC());
    Ports.PortReservations other = new Ports.PortReservations(kept, Clock.systemUTC());
    assertThat(one.take(20_000)).isTrue();
    assertThat(other.take(20_001)).isTrue();
    one.release(List.of(20_000, 20_002));
    assertThat(kept.resolve("20001")).exists();
    assertThat(other.take(20_000)).isTrue();
    other.release(List.of(20_000, 20_001));
    assertThat(kept).doesNotExist();
    other.release(List.of(20_000));
  }

  @Test
  void whereTheyCannotBeKeptEveryPortIsFree() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(new Ports.PortReservations(file, Clock.systemUTC()).take(20_000)).isTrue();
  }
}
