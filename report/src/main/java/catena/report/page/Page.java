// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * A whole report as texts and plots, independent of the output format.
 *
 * @param made when and from what, in words
 * @param tested what was under test, shown after the findings
 * @param heads one for each run
 * @param differences how each run differs from the first, a sentence each; none for one run
 * @param timelines phases and faults along the time of each run
 */
public record Page(
    String title,
    String made,
    List<Table> tested,
    List<Head> heads,
    List<String> differences,
    List<Table> comparison,
    List<Table> results,
    List<Evidence> evidence,
    List<Table> background,
    List<Timeline> timelines,
    @JsonIgnore List<Plot> plots) {

  /**
   * The summary of a run that is read in ten seconds.
   *
   * @param mood {@code pass}, {@code fail}, {@code unknown}, {@code budget} or {@code none}
   * @param sentence what the verdict means
   * @param compared {@code Compared}, and when, if known
   * @param proof what was compared with what, a sentence each; none if nothing was
   */
  public record Head(
      String run,
      String verdict,
      String mood,
      String sentence,
      String compared,
      List<String> proof,
      List<String> reasons,
      String scenario,
      String about,
      List<Tile> tiles,
      Table latency,
      List<String> missing) {}

  /** One number, large, with a line below it. */
  public record Tile(String label, String value, String note) {}

  /**
   * The page of evidence of one group of findings.
   *
   * @param tables the findings themselves, or how many there are at each place; none or one
   * @param lines as they are in the journal or the findings
   */
  public record Evidence(
      String id,
      String title,
      String suspicion,
      List<String> facts,
      List<Table> tables,
      List<String> lines) {}
}
