// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

/** The sections of a page that have plots. */
public enum Section {
  /** The result of a search for the highest rate. */
  RATE("The highest rate", ""),
  /** What Catena's clients did. */
  WORK("Ingest and queries", ""),
  /** How long it took. */
  LATENCY("Latency", ""),
  /** The state of the cluster meanwhile. */
  CLUSTER("The cluster", Section.SAMPLED),
  /** What its processes used. */
  PROCESSES("Processes", Section.SAMPLED),
  /** Runs compared with one another. */
  SCALE("What was swept", ""),
  /** All other samples. */
  MORE("All other samples", Section.SAMPLED);

  private static final String SAMPLED =
      "Sampled by the collector. Where a line has a gap, its source could not be reached.";

  private final String title;
  private final String about;

  Section(String title, String about) {
    this.title = title;
    this.about = about;
  }

  /** A sentence that applies to all its plots; may be empty. */
  public String about() {
    return about;
  }

  /** Its heading. */
  public String title() {
    return title;
  }
}
