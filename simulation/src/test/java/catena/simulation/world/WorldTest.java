// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The scheduler: who acts when, who is killed, and that a seed is the same run again. */
final class WorldTest {
  private final EventLog log = new EventLog();
  private final List<String> happened = new ArrayList<>();

  private World world(double others, double kill) {
    return new World(new SplittableRandom(7), log, new World.Unrest(others, kill));
  }

  /** An actor of one kind of step. */
  private final class Fake implements Actor {
    private final String name;
    private final Callable<?> what;
    private boolean ready = true;

    Fake(String name, Callable<?> what) {
      this.name = name;
      this.what = what;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void step() throws Exception {
      happened.add(name + " begins");
      Object unused = what.call();
      happened.add(name + " ends");
    }

    @Override
    public boolean mayBeKilled() {
      return name.startsWith("process");
    }

    @Override
    public void killed() {
      happened.add(name + " is killed");
    }
  }

  private static Callable<?> point(World world) {
    return () -> {
      world.point("somewhere");
      return null;
    };
  }

  @Test
  void noProcessActsInTheMiddleOfItsStep() {
    World world = world(1, 0);
    Fake only = new Fake("cluster", point(world));
    world.add(only);

    assertThat(world.others()).isTrue();
    assertThat(happened).containsExactly("cluster begins", "cluster ends");
    only.ready = false;
    assertThat(world.others()).as("no process is ready").isFalse();
  }

  @Test
  void othersTakeWholeStepsAtAPoint() {
    World world = world(1, 0);
    world.add(new Fake("one", point(world)));
    world.add(new Fake("two", point(world)));

    assertThat(world.others()).isTrue();
    String outer = happened.get(0).equals("one begins") ? "one" : "two";
    String inner = outer.equals("one") ? "two" : "one";
    assertThat(happened)
        .containsExactly(outer + " begins", inner + " begins", inner + " ends", outer + " ends");
  }

  @Test
  void stepsNestThreeDeepAndNoDeeper() {
    World world = world(1, 0);
    for (int i = 0; i < 6; i++) {
      world.add(new Fake("actor" + i, point(world)));
    }
    assertThat(world.others()).isTrue();
    assertThat(happened).hasSize(6);
    assertThat(happened.subList(0, 3)).allMatch(what -> what.endsWith("begins"));
  }

  @Test
  void aKilledProcessGoesNoFurtherAndIsLoggedOnce() {
    World world = world(0, 1);
    world.add(new Fake("process", point(world)));

    assertThat(world.others()).isTrue();
    assertThat(happened).containsExactly("process begins", "process is killed");
    assertThat(world.isDying()).isFalse();
    assertThat(log.last()).singleElement().asString().contains("process is killed: somewhere");
  }

  @Test
  void codeThatSwallowsItsDeathDiesAllTheSame() {
    World world = world(0, 1);
    world.add(
        new Fake(
            "process",
            () -> {
              try {
                world.point("somewhere");
              } catch (Killed e) {
                assertThat(world.isDying()).isTrue();
                world.point("a dead one comes to no harm");
              }
              return null;
            }));

    assertThat(world.others()).isTrue();
    assertThat(happened).containsExactly("process begins", "process ends", "process is killed");
  }

  @Test
  void whoMayNotBeKilledLives() {
    World world = world(0, 1);
    world.add(new Fake("cluster", point(world)));

    assertThat(world.others()).isTrue();
    assertThat(happened).containsExactly("cluster begins", "cluster ends");
  }

  @Test
  void inACalmWorldNoProcessIsKilledUntilItIsStirred() {
    World world = world(1, 1);
    world.add(new Fake("process1", point(world)));
    world.add(new Fake("process2", point(world)));
    world.calmDown();
    assertThat(world.others()).isTrue();
    assertThat(happened).hasSize(2).noneMatch(what -> what.endsWith("killed"));

    world.stir();
    assertThat(world.others()).isTrue();
    assertThat(happened).filteredOn(what -> what.endsWith("is killed")).hasSize(2);
  }

  @Test
  void anExceptionOfProductionCodeIsNoDeath() {
    World world = world(0, 0);
    world.add(
        new Fake(
            "process",
            () -> {
              throw new IOException("planted");
            }));

    assertThatThrownBy(world::others)
        .isInstanceOf(World.Broken.class)
        .hasMessageContaining("process could not go on")
        .hasRootCauseMessage("planted");
  }

  @Test
  void timeGoesOnAtEveryPointAndByWhatPasses() {
    World world = world(0, 0);
    long millis = world.millis();
    long nanos = world.nanos();
    world.pass(1500);
    assertThat(world.millis()).isEqualTo(millis + 1500);
    assertThat(world.nanos()).isEqualTo(nanos + 1_500_000_000L);
    assertThat(world.clock().millis()).isEqualTo(world.millis());

    world.point("somewhere");
    assertThat(world.nanos()).isGreaterThan(nanos + 1_500_000_000L);
  }

  @Test
  void aSeedIsTheSameRunAgainAndAnotherSeedIsNot() {
    assertThat(sum(1)).isEqualTo(sum(1)).isNotEqualTo(sum(2));
  }

  private static long sum(long seed) {
    EventLog events = new EventLog();
    World world = new World(new SplittableRandom(seed), events, new World.Unrest(0.5, 0.1));
    for (int i = 0; i < 100; i++) {
      world.note("drew " + world.below(1000) + " " + world.split().nextInt());
      world.point("somewhere");
    }
    return events.sum();
  }

  @Test
  void numbersAreWithinTheirBounds() {
    World world = world(0, 0);
    for (int i = 0; i < 1000; i++) {
      assertThat(world.below(3)).isBetween(0, 2);
      assertThat(world.between(-2, 2)).isBetween(-2, 2);
    }
    assertThat(world.chance(0)).isFalse();
    assertThat(world.chance(1)).isTrue();
    assertThat(world.oneOf(List.of("only"))).isEqualTo("only");
  }

  @Test
  void theLogKeepsTheLastEventsAndTheSumOfAll() {
    for (int i = 0; i < 61; i++) {
      log.add(i, 1, "event " + i);
    }
    assertThat(log.last()).hasSize(60).first().isEqualTo("1   event 1");
    long before = log.sum();
    log.add(0, 0, "one more");
    assertThat(log.sum()).isNotEqualTo(before);
  }
}
