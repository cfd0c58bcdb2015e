package catena.report.page;

import java.util.List;

/**
 * A whole report in words and plots, before it has a form.
 *
 * @param made when and from what, in words
 * @param tested what was under test, to be shown right behind the heads
 * @param heads one for each run
 */
public record Page(
    String title,
    String made,
    List<Table> tested,
    List<Head> heads,
    List<Table> comparison,
    List<Table> results,
    List<Evidence> evidence,
    List<Table> background,
    List<Plot> plots) {

  /**
   * What a person knows of a run after ten seconds.
   *
   * @param mood {@code pass}, {@code fail}, {@code unknown}, {@code budget} or {@code none}
   * @param sentence what the verdict means
   */
  public record Head(
      String run,
      String verdict,
      String mood,
      String sentence,
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
   * @param lines as they stand in the journal or the findings
   */
  public record Evidence(
      String id, String title, String suspicion, List<String> facts, List<String> lines) {}
}
