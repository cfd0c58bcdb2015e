// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The clock, the random numbers and the scheduler of one seed, from which all in it follows. */
public final class World {
  /** How deep steps of actors may nest: one in the middle of another. */
  private static final int MOST_NESTED = 3;

  private static final long BEGINNING = TimeUnit.DAYS.toNanos(20_000);

  private final SplittableRandom random;
  private final EventLog log;
  private final Unrest unrest;
  private final List<Actor> actors = new ArrayList<>();
  private final List<Actor> acting = new ArrayList<>();
  private long nanos = BEGINNING;
  private boolean calm;
  private boolean aside;
  private boolean dying;
  private int mostMicros = 400;

  /**
   * How often the step of an actor is interrupted.
   *
   * @param others at a point, how likely others take a step
   * @param kill at a point, how likely the process that stands there is killed
   */
  public record Unrest(double others, double kill) {}

  /**
   * A world in which nobody acts yet.
   *
   * @param random draws all that happens
   * @param log is told all that happens
   */
  public World(SplittableRandom random, EventLog log, Unrest unrest) {
    this.random = random;
    this.log = log;
    this.unrest = unrest;
  }

  /** Adds an actor. */
  public void add(Actor actor) {
    actors.add(actor);
  }

  /** Whether something of this likelihood happens. */
  public boolean chance(double likely) {
    return random.nextDouble() < likely;
  }

  /** A number in [0, bound). */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** A number in [from, to]. */
  public int between(int from, int to) {
    return from + random.nextInt(to - from + 1);
  }

  /** One of some. */
  public <T> T oneOf(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  /** A separate source for a part that draws by itself. */
  public SplittableRandom split() {
    return random.split();
  }

  /** From now on so much happens in a millisecond that what is written may get one time. */
  public void hurry() {
    mostMicros = 20;
  }

  /** From now on no step is interrupted, and no process is killed. */
  public void calmDown() {
    calm = true;
  }

  /** Steps may be interrupted again. */
  public void stir() {
    calm = false;
  }

  /** Does something at once: a look from outside, during which nothing happens. */
  public <T> T aside(Callable<T> look) throws Exception {
    aside = true;
    try {
      return look.call();
    } finally {
      aside = false;
    }
  }

  /** Whether {@link #aside} goes on. */
  public boolean isAside() {
    return aside;
  }

  /** Whether the one that is acting is dead, and only its stack is still there: it does nothing. */
  public boolean isDying() {
    return dying;
  }

  /**
   * Ends what goes on with the stack of one that is dead.
   *
   * @throws Killed if the one that is acting is dead
   */
  public void checkAlive() {
    if (dying) {
      throw new Killed();
    }
  }

  /** Notes what happened. */
  public void note(String event) {
    log.add(millis(), acting.size(), event);
  }

  /** Wall clock, milliseconds. */
  public long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** The monotonic clock, nanoseconds. */
  public long nanos() {
    return nanos;
  }

  /** Lets time pass. */
  public void pass(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** The wall clock as production code asks for it. */
  public Clock clock() {
    return new WorldClock();
  }

  /**
   * A place where others may take steps, and where a process may be killed.
   *
   * @throws Killed if the one that is acting dies here
   */
  public void point(String where) {
    if (aside) {
      return;
    }
    nanos += 1000L * between(1, mostMicros);
    if (calm || dying) {
      return;
    }
    if (acting.size() < MOST_NESTED && chance(unrest.others)) {
      others();
    }
    if (!acting.isEmpty() && chance(unrest.kill)) {
      Actor victim = acting.get(acting.size() - 1);
      if (victim.mayBeKilled()) {
        note(victim.name() + " is killed: " + where);
        dying = true;
        throw new Killed();
      }
    }
  }

  /** Lets one actor that is not acting take one step, if one can. */
  public boolean others() {
    List<Actor> ready = new ArrayList<>(actors.size());
    for (Actor actor : actors) {
      if (!acting.contains(actor) && actor.isReady()) {
        ready.add(actor);
      }
    }
    if (ready.isEmpty()) {
      return false;
    }
    step(oneOf(ready));
    return true;
  }

  /** Lets one take a step, whatever becomes of it. */
  void step(Actor actor) {
    acting.add(actor);
    try {
      actor.step();
    } catch (Killed e) {
      // told below, also where production code has swallowed it
    } catch (Exception e) {
      if (!dying) {
        throw new Broken(actor.name() + " could not go on: " + e, e);
      }
    }
    if (dying) {
      dying = false;
      actor.killed();
    }
    acting.remove(acting.size() - 1);
  }

  /** Production code threw what it should not have. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String message, Exception cause) {
      super(message, cause);
    }
  }

  private final class WorldClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("the simulation has one zone");
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(World.this.millis());
    }

    @Override
    public long millis() {
      return World.this.millis();
    }
  }
}
