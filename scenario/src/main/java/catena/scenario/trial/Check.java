package catena.scenario.trial;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Activity;
import catena.harness.activity.Description.Trait;
import catena.read.plant.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One of the ways in which the content of a table is checked.
 *
 * @param title in a word
 * @param activity that does it
 * @param settings that differ from its defaults
 * @param broken whether what it finds is dropped, for tests of those who rely on it
 */
public record Check(
    String title, Activity activity, Way way, Map<String, String> settings, boolean broken) {
  /** What it compares with what. */
  public enum Way {
    /** Every entry of a table with its ledgers, in one go. */
    EXACT,
    /** References with the rows that they lead to. */
    REFERENCES,
    /** What clients come across, with the ledgers. */
    READING,
    /** Every entry by itself with the graph, as the servers wrote it into a file. */
    SUMMARIES
  }

  private static final String SCAN = "scan";
  private static final String WALK = "walk";
  private static final String BATCH = "batchwalk";
  private static final String VERIFY = "verify";
  private static final String LAG = "lag";
  private static final String YCSB = "ycsb";
  private static final String SUMMARIES = "summaries";

  /** In the order in which people are shown them. */
  private static final List<String> COLUMNS =
      List.of(VERIFY, SCAN, WALK, BATCH, LAG, YCSB, SUMMARIES);

  /** What is wrong with rows that nobody wrote, and with those that are not for who looks. */
  private static final Set<FindingKind> NOT_TOLD =
      EnumSet.of(FindingKind.PHANTOM, FindingKind.LEAKED);

  /** Scans go to the end of the table: enough begin for one to begin among the first rows. */
  private static final Map<String, String> READS_AND_SCANS =
      Map.of(
          "ycsb.count", "600",
          "ycsb.read", "2",
          "ycsb.scan", "1",
          "ycsb.update", "0",
          "ycsb.scan.least", "1000");

  /** Copies the settings. */
  public Check {
    settings = Map.copyOf(settings);
  }

  /**
   * All there are, with settings for a table of some hundred rows: each looks at all of it, or
   * comes to all of it.
   *
   * @param activities those of a run, of which those that say that they check are taken
   * @throws IllegalStateException if one of these is not known here, so that none is left untried
   */
  public static List<Check> all(List<Activity> activities) {
    List<Check> all = new ArrayList<>();
    List<Activity> checking =
        activities.stream()
            .filter(each -> each.is(Trait.CHECKS))
            .sorted(Comparator.comparing(each -> COLUMNS.indexOf(each.name())))
            .toList();
    for (Activity activity : checking) {
      switch (activity.name()) {
        case VERIFY -> {
          all.add(verify("exact", activity, Way.EXACT, Map.of("verify.mode", "exact")));
          all.add(
              verify(
                  "files",
                  activity,
                  Way.EXACT,
                  Map.of("verify.mode", "exact", "verify.offline", "true")));
          all.add(verify("refs", activity, Way.REFERENCES, Map.of("verify.mode", "references")));
        }
        case SCAN ->
            all.add(reading(SCAN, activity, Map.of("scan.count", "1", "scan.entries", "10000000")));
        case WALK ->
            all.add(reading(WALK, activity, Map.of("walk.count", "300", "walk.length", "20")));
        case BATCH ->
            all.add(
                reading(
                    "batch",
                    activity,
                    // Walks in closed blocks have no end: many must begin, so that some come to
                    // a row that nothing refers to.
                    Map.of(
                        "batchwalk.count",
                        "10",
                        "batchwalk.size",
                        "6000",
                        "batchwalk.threads",
                        "3")));
        case LAG ->
            // It is told of the rows once it has begun, and looks for none of them for long.
            all.add(
                reading(LAG, activity, Map.of("lag.limit", "5s"))
                    .with(Map.of("read.start.limit", "1m")));
        case SUMMARIES ->
            all.add(
                new Check(
                    "sums",
                    activity,
                    Way.SUMMARIES,
                    Map.of("summaries.findings.printed", "0"),
                    false));
        case YCSB -> all.add(reading(YCSB, activity, READS_AND_SCANS));
        default ->
            throw new IllegalStateException("nothing is planted for the check " + activity.name());
      }
    }
    return List.copyOf(all);
  }

  private static Check verify(String title, Activity activity, Way way, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put("verify.maps", "4");
    all.put("verify.findings.printed", "0");
    return new Check(title, activity, way, all, false).waiting(Duration.ZERO);
  }

  private static Check reading(String title, Activity activity, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put("read.start.limit", "0");
    all.put("read.findings.printed", "0");
    return new Check(title, activity, Way.READING, all, false).waiting(Duration.ZERO);
  }

  /** The same where these settings differ, too. */
  public Check with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(more);
    return new Check(title, activity, way, all, broken);
  }

  /** The same where what is found is dropped. */
  public Check blinded() {
    return new Check(title, activity, way, settings, true);
  }

  /** The same with these authorizations; with all that the user has if there are none. */
  public Check as(String authorizations) {
    return with(Map.of(prefix() + "auths", authorizations));
  }

  /** The same where what may pass is looked at again for so long. */
  public Check waiting(Duration limit) {
    String key = way == Way.READING ? "read.reread.limit" : "verify.late.limit";
    return with(Map.of(key, limit.toMillis() + "ms"));
  }

  /** The same where scan servers answer. */
  public Check eventual() {
    return with(Map.of(prefix() + "consistency", "eventual"));
  }

  /** Whether it works on a table of which something was deleted: YCSB's records stay. */
  public boolean takesDeletes() {
    return !activity.name().equals(YCSB);
  }

  /** Whether it looks for the rows that it is told of, and for no others. */
  boolean isTold() {
    return activity.name().equals(LAG);
  }

  /** Whether it comes to rows from what refers to them, and so misses one without a ledger. */
  public boolean follows() {
    return activity.name().equals(WALK) || activity.name().equals(BATCH);
  }

  /**
   * Whether it claims to see a fault of a table at rest. Who looks for rows that it is told of is
   * told of those that were written, and leaves out what it may not see.
   */
  public boolean claims(Fault fault) {
    return !isTold() || !NOT_TOLD.contains(fault.kind());
  }

  private String prefix() {
    return way == Way.READING ? "read." : "verify.";
  }

  /** The setting that names a file of rows where it begins, if it has one. */
  Optional<String> rowsFile() {
    return activity.name().equals(WALK) ? Optional.of("walk.rows.file") : Optional.empty();
  }

  /** The same where it looks at some rows, each so often that none is left out by chance. */
  Check at(String file, int rows) {
    int lookups = 30 * rows + 30;
    return rowsFile()
        .map(key -> with(Map.of(key, file, "walk.count", Integer.toString(lookups))))
        .orElse(this);
  }
}
