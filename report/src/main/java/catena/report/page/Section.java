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

  public String title() {
    return title;
  }

  /** The section of a plot, by its id. */
  public static Section of(Plot plot) {
    String id = plot.id();
    if (id.matches("(ingest|query|flush|rejections).*")) {
      return WORK;
    } else if (id.matches("(latency|heat|histogram)-.*")) {
      return LATENCY;
    } else if (id.equals("scale")) {
      return SCALE;
    } else if (id.matches("group-(cpu|net|memory|disk).*")) {
      return PROCESSES;
    } else if (id.matches("(group|host|table|cluster)-.*")
        && !id.startsWith("cluster-compactions")
        && !id.equals("table-entries")) {
      return MORE;
    }
    return CLUSTER;
  }
}
