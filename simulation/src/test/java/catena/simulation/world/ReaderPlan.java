// SPDX-License-Identifier: Apache-2.0
package catena.simulation.world;

import catena.batchwalker.BatchWalkActivity;
import catena.ingest.YcsbActivity;
import catena.read.reader.ReadActivity;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;

/**
 * How one phase of reading reads.
 *
 * @param sets with which authorizations
 */
public record ReaderPlan(
    ReadActivity activity,
    Settings settings,
    List<Authorizations> sets,
    ConsistencyLevel consistency) {

  /** Some reading while others are at work. */
  public static ReaderPlan draw(SplittableRandom random, Plan plan) {
    List<Authorizations> sets =
        random.nextBoolean()
            ? List.of(plan.user())
            : List.of(plan.user(), plan.others().get(random.nextInt(plan.others().size())));
    ConsistencyLevel consistency =
        random.nextInt(4) == 0 ? ConsistencyLevel.EVENTUAL : ConsistencyLevel.IMMEDIATE;
    int count = 1 + random.nextInt(30);
    return switch (random.nextInt(3)) {
      case 0 ->
          of(
              new WalkActivity(),
              Map.of("walk.count", "" + count, "read.isolated", "" + isolates(plan, count)),
              sets,
              consistency);
      case 1 ->
          of(
              new BatchWalkActivity(),
              Map.of(
                  "batchwalk.count", "" + (1 + count / 5),
                  "batchwalk.size", "" + (1 + random.nextInt(20))),
              sets,
              consistency);
      default ->
          count % 3 == 0 && (plan.hasOneCell() || plan.hasFields())
              ? operations(count, plan.hasFields(), sets, consistency)
              : scans(random, count, isolates(plan, count), sets, consistency);
    };
  }

  /** Whether reads are isolated: most of those of rows of several cells. */
  private static boolean isolates(Plan plan, int count) {
    return !plan.hasOneCell() && count % 4 > 0;
  }

  /** YCSB's reads and scans; the number of them says all else. */
  private static ReaderPlan operations(
      int count, boolean fields, List<Authorizations> sets, ConsistencyLevel consistency) {
    List<String> requests = List.of("uniform", "zipfian", "latest", "hotspot", "sequential");
    return of(
        new YcsbActivity(),
        Map.of(
            "ycsb.count",
            "" + count,
            "ycsb.read",
            "1",
            "ycsb.update",
            "0",
            "ycsb.scan",
            "1",
            "ycsb.scan.most",
            "" + (1 + count * 2),
            "ycsb.read.fields",
            fields ? "one" : "all",
            "ycsb.requests",
            requests.get(count % requests.size())),
        sets,
        consistency);
  }

  private static ReaderPlan scans(
      SplittableRandom random,
      int count,
      boolean isolated,
      List<Authorizations> sets,
      ConsistencyLevel consistency) {
    return of(
        new ScanActivity(),
        Map.of(
            "scan.count",
            "" + (1 + count / 5),
            "scan.entries",
            "" + (1 + random.nextInt(200)),
            "read.isolated",
            "" + isolated),
        sets,
        consistency);
  }

  /** One scan of everything. */
  public static ReaderPlan everything(Plan plan, Authorizations authorizations) {
    return of(
        new ScanActivity(),
        Map.of(
            "scan.count", "1",
            "scan.entries", "10000000",
            "read.isolated", "" + !plan.hasOneCell()),
        List.of(authorizations),
        ConsistencyLevel.IMMEDIATE);
  }

  private static ReaderPlan of(
      ReadActivity activity,
      Map<String, String> values,
      List<Authorizations> sets,
      ConsistencyLevel consistency) {
    Map<String, String> all = new TreeMap<>(values);
    all.put("read.start.limit", "0s");
    all.put("read.reread.limit", "2s");
    all.put("read.consistency", consistency.name().toLowerCase(java.util.Locale.ROOT));
    Settings settings = Settings.resolve(activity.settings(), List.of(Layer.of("plan", all)));
    return new ReaderPlan(activity, settings, sets, consistency);
  }

  /** The same by so many clients. */
  public ReaderPlan dealt(int clients) {
    Map<String, String> all = new TreeMap<>(settings.effective());
    all.put(activity.name() + ".clients", Integer.toString(clients));
    return new ReaderPlan(
        activity,
        Settings.resolve(activity.settings(), List.of(Layer.of("share", all))),
        sets,
        consistency);
  }

  /** Whether reads may show an older state. */
  public boolean eventual() {
    return consistency == ConsistencyLevel.EVENTUAL;
  }
}
