package catena.simulation.world;

/** Ends a simulated process where it stands; no error, and nobody is to handle it. */
final class Killed extends Error {
  private static final long serialVersionUID = 1L;

  Killed() {
    super("killed", null, false, false);
  }
}
