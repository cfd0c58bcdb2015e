// SPDX-License-Identifier: Apache-2.0
package catena.bench.defects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.fault.JvmFault;
import catena.cluster.control.Instrument;
import catena.harness.instance.ServerId;
import catena.instrument.Agent;
import catena.instrument.PointFaults;
import catena.instrument.Strikes;
import catena.records.server.Role;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the agent in a server and those who give it orders must both know: its files, and the names
 * of its points. They share no code, so what the one writes is read here by the other.
 */
class AgentWordsTest {
  private static final ServerId SERVER = new ServerId(Role.TSERVER, 1);

  @TempDir private static Path directory;
  private static Instrument instrument;

  /** The agent begins once in a process; here one point is not there. */
  @BeforeAll
  static void begin() throws ReflectiveOperationException, IOException {
    instrument = new Instrument(directory);
    assertThat(instrument.whyNot(SERVER, "scan").orElseThrow()).contains("has no agent");
    Object absent =
        points().stream()
            .filter(point -> point.toString().equals("LOG_SYNC"))
            .findFirst()
            .orElseThrow();
    call(Agent.class, "begin", Path.class, String.class, Map.class)
        .invoke(null, directory, SERVER.toString(), Map.of(absent, "it has hash 1, not 2"));
  }

  @AfterEach
  void nothingInForce() throws ReflectiveOperationException, IOException {
    for (String id : List.of("fault-3", "m")) {
      instrument.withdraw(SERVER, id);
    }
    obey();
  }

  private static Method call(Class<?> type, String name, Class<?>... parameters)
      throws ReflectiveOperationException {
    Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }

  private static List<Object> points() throws ReflectiveOperationException {
    return List.of(Class.forName("catena.instrument.Point").getEnumConstants());
  }

  /** The names of the agent: of faults, or of mutants. */
  private static List<String> names(boolean faults) throws ReflectiveOperationException {
    List<String> names = new ArrayList<>();
    for (Object point : points()) {
      if (faults == (boolean) call(point.getClass(), "isFault").invoke(point)) {
        for (Object name : (List<?>) call(point.getClass(), "names").invoke(point)) {
          names.add((String) name);
        }
      }
    }
    return names;
  }

  @Test
  void theAgitatorKnowsThePointsOfTheAgentAndNoMutant() throws ReflectiveOperationException {
    Field points = JvmFault.class.getDeclaredField("POINTS");
    points.setAccessible(true);
    assertThat(names(true)).hasSize(10).containsExactlyInAnyOrderElementsOf(known(points));
    assertThat(names(false)).doesNotContainAnyElementsOf(known(points));
  }

  private static List<String> known(Field points) throws ReflectiveOperationException {
    return ((List<?>) points.get(null)).stream().map(String.class::cast).toList();
  }

  @Test
  void everyMutantHasAPointAndSoHasWhatMustGoWithIt() throws ReflectiveOperationException {
    assertThat(names(false)).containsAll(Mutant.ALL.stream().map(Mutant::name).toList());
    assertThat(names(true))
        .containsAll(
            Mutant.ALL.stream()
                .map(Mutant::beside)
                .filter(beside -> !beside.isEmpty())
                .map(beside -> beside.split(" ", 2)[0])
                .toList());
  }

  @Test
  void whichPointsThereAreIsUnderstood() throws IOException {
    assertThat(instrument.whyNot(SERVER, "recovery")).isEmpty();
    assertThat(instrument.whyNot(SERVER, "log-sync").orElseThrow())
        .isEqualTo("point not there in tserver-1: log-sync, it has hash 1, not 2");
    assertThat(instrument.whyNot(SERVER, "nowhere").orElseThrow()).contains("no point 'nowhere'");
  }

  @Test
  void anOrderIsObeyedCountedAndTakenBack() throws ReflectiveOperationException, IOException {
    instrument.order(SERVER, "fault-3", "scan", "throw", 2);
    instrument.order(SERVER, "m", "mem-drop", "strike", 7);
    obey();
    assertThat(instrument.isInForce(SERVER, "fault-3")).isTrue();
    assertThat(instrument.strikes(SERVER, "fault-3")).isZero();
    PointFaults.at("scan", false);
    assertThatThrownBy(() -> PointFaults.at("scan", false)).hasMessageContaining("on purpose");
    assertThat(instrument.strikes(SERVER, "fault-3")).isEqualTo(1);
    assertThat(instrument.mutants(SERVER, 0)).containsExactly("mem-drop");

    instrument.withdraw(SERVER, "fault-3");
    obey();
    assertThat(instrument.isInForce(SERVER, "fault-3")).isFalse();
    assertThat(instrument.isInForce(SERVER, "m")).isTrue();
    PointFaults.at("scan", false);
    PointFaults.at("scan", false);
    assertThat(instrument.strikes(SERVER, "fault-3")).isEqualTo(1);
  }

  /** As the agent does ten times a second. */
  private static void obey() throws ReflectiveOperationException, IOException {
    List<String> lines = Files.readAllLines(directory.resolve(SERVER + ".control"));
    call(Strikes.class, "obey", List.class).invoke(null, lines);
  }
}
