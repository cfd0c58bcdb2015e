// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.activity.Activity;
import catena.ingest.action.AlterTableActivity;
import catena.ingest.action.BalanceActivity;
import catena.ingest.action.CompactActivity;
import catena.ingest.action.FlushActivity;
import catena.ingest.action.ManySplitsActivity;
import catena.ingest.action.MergeActivity;
import catena.ingest.action.RecreateActivity;
import catena.ingest.action.SplitActivity;
import java.util.List;

/** What can be done to a table as a whole. */
public final class TableActivities {
  /** All of it, in the order in which a person meets them. */
  public static final List<Activity> ALL =
      List.of(
          new RecreateActivity(),
          new AlterTableActivity(),
          new SplitActivity(),
          new ManySplitsActivity(),
          new MergeActivity(),
          new FlushActivity(),
          new CompactActivity(),
          new BalanceActivity());

  private TableActivities() {}
}
