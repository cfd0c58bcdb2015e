// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

/** The parts of a page in which plots stand. */
public enum Section {
  /** What a search for the highest rate has found. */
  RATE("The highest rate", ""),
  /** What our clients got done. */
  WORK("Ingest and queries", ""),
  /** How long it took. */
  LATENCY("Latency", ""),
  /** What the cluster was like meanwhile. */
  CLUSTER("The cluster", Section.SAMPLED),
  /** What its processes used. */
  PROCESSES("Processes", Section.SAMPLED),
  /** Runs against one another. */
  SCALE("What was swept", ""),
  /** All that was sampled besides. */
  MORE("All other samples", Section.SAMPLED);

  private static final String SAMPLED =
      "Sampled by the collector. Where a line has a gap, its source could not be reached.";

  private final String title;
  private final String about;

  Section(String title, String about) {
    this.title = title;
    this.about = about;
  }

  /** What holds for all its plots; may be empty. */
  public String about() {
    return about;
  }

  /** Its heading. */
  public String title() {
    return title;
  }
}
