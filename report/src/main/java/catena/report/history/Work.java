package catena.report.history;

import catena.harness.history.RateBins;

/**
 * What one group of clients did: all ingest clients, or all walkers.
 *
 * <p>Ingest counts windows' entries and deletes; readers count operations, rows and entries.
 */
public final class Work {
  private final String name;
  private final RateBins operations = new RateBins();
  private final RateBins rows = new RateBins();
  private final RateBins entries = new RateBins();
  private final RateBins bytes = new RateBins();

  Work(String name) {
    this.name = name;
  }

  /** The clients' name without their numbers. */
  public String name() {
    return name;
  }

  /** Look-ups, batches, ranges. */
  public RateBins operations() {
    return operations;
  }

  public RateBins rows() {
    return rows;
  }

  RateBins entries() {
    return entries;
  }

  RateBins bytes() {
    return bytes;
  }
}
