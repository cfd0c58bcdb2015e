/**
 * The coordinator's side: it waits for workers, orders each phase to begin at a time, notices who
 * dies and decides what follows, and lets all of them go in the end.
 *
 * <p>What is known of the workers is kept by {@link catena.fleet.coordinate.Roll}, which decides
 * and does nothing; {@link catena.fleet.coordinate.Coordinator} looks, and acts.
 */
package catena.fleet.coordinate;
