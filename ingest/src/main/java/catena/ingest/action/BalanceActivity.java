// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.records.settings.Settings;
import java.util.List;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;

/** Waits until the manager has spread the tablets over the servers. */
public final class BalanceActivity extends TableAction {
  /** The activity. */
  public BalanceActivity() {
    super(
        "balance",
        "wait until the tablets are spread over the tablet servers",
        "Accumulo balances by itself",
        List.of());
  }

  /** It waits for what goes on by itself. */
  @Override
  public Description description() {
    return super.description().effect(Effect.WATCHES);
  }

  @Override
  String perform(AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception {
    client.instanceOperations().waitForBalance();
    return "the tablets are spread over %d tablet servers"
        .formatted(client.instanceOperations().getTabletServers().size());
  }
}
