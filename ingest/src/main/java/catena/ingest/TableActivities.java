// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.activity.Activity;
import catena.ingest.action.AlterTableActivity;
import catena.ingest.action.ManySplitsActivity;
import catena.ingest.action.MergeActivity;
import catena.ingest.action.PlainAction;
import catena.ingest.action.RecreateActivity;
import catena.ingest.action.SplitActivity;
import java.util.List;

/** Activities that act on a table as a whole. */
public final class TableActivities {
  /** All of them, in the order in which users meet them. */
  public static final List<Activity> ALL =
      List.of(
          new RecreateActivity(),
          new AlterTableActivity(),
          new SplitActivity(),
          new ManySplitsActivity(),
          new MergeActivity(),
          PlainAction.flush(),
          PlainAction.compact(),
          PlainAction.balance());

  private TableActivities() {}
}
