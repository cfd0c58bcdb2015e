package catena.report.page;

/** The parts of a page in which plots stand. */
public enum Section {
  /** What our clients got done. */
  WORK("Ingest and queries"),
  /** How long it took. */
  LATENCY("Latency"),
  /** What the cluster was like meanwhile. */
  CLUSTER("The cluster"),
  /** What its processes used. */
  PROCESSES("Processes"),
  /** Runs against one another. */
  SCALE("Cluster size"),
  /** All that was sampled besides. */
  MORE("Everything else that was sampled");

  private final String title;

  Section(String title) {
    this.title = title;
  }

  /** Its heading. */
  public String title() {
    return title;
  }
}
