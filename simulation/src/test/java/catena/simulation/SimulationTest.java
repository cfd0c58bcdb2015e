package catena.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tester tested: of seeds, each with a truth of its own, every verdict is right. */
final class SimulationTest {
  private static final int SEEDS = Integer.getInteger("seeds", 200);

  @Test
  void everyVerdictIsRight() throws Exception {
    List<String> wrong = new ArrayList<>();
    try (Simulation simulation = new Simulation()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Result result = simulation.run(seed);
        if (!result.isRight()) {
          wrong.add(result.reproducer());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
