package catena.report;

/**
 * What one group of clients did: all ingest clients, or all walkers.
 *
 * <p>Ingest counts windows' entries and deletes; readers count operations, rows and entries.
 */
final class Work {
  private final String name;
  private final Spread operations = new Spread();
  private final Spread rows = new Spread();
  private final Spread entries = new Spread();
  private final Spread bytes = new Spread();

  Work(String name) {
    this.name = name;
  }

  /** The clients' name without their numbers. */
  String name() {
    return name;
  }

  /** Look-ups, batches, ranges. */
  Spread operations() {
    return operations;
  }

  Spread rows() {
    return rows;
  }

  Spread entries() {
    return entries;
  }

  Spread bytes() {
    return bytes;
  }
}
