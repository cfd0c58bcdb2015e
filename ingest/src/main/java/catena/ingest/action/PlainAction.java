// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.records.settings.Settings;
import java.util.List;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.CompactionConfig;
import org.apache.commons.lang3.function.FailableBiFunction;

/** Actions that are one call of Accumulo's client, without additional settings. */
public final class PlainAction extends TableAction {
  private final Effect effect;
  private final Forecast forecast;
  private final FailableBiFunction<AccumuloClient, String, String, Exception> call;

  /**
   * One of them.
   *
   * @param call takes the table's name and returns what was done, in a line for users
   */
  private PlainAction(
      String name,
      String about,
      String shell,
      Effect effect,
      Forecast forecast,
      FailableBiFunction<AccumuloClient, String, String, Exception> call) {
    super(name, about, shell, List.of());
    this.effect = effect;
    this.forecast = forecast;
    this.call = call;
  }

  /** Writes what the tablet servers hold of a table in memory into files. */
  public static PlainAction flush() {
    return new PlainAction(
        "flush",
        "write what servers hold of the table in memory into files",
        "Accumulo's shell has flush -w",
        Effect.HITS,
        Forecast.BRIEF,
        (client, table) -> {
          client.tableOperations().flush(table, null, null, true);
          return "table " + table + " is in files";
        });
  }

  /** Makes one file of all files of each tablet. */
  public static PlainAction compact() {
    return new PlainAction(
        "compact",
        "flush the table and make one file of all files of each tablet",
        "Accumulo's shell has compact -w",
        Effect.HITS,
        Forecast.REWRITES_ALL,
        (client, table) -> {
          client
              .tableOperations()
              .compact(table, new CompactionConfig().setFlush(true).setWait(true));
          return "each tablet of table " + table + " has one file";
        });
  }

  /** Waits until the manager has spread the tablets over the servers, as it does by itself. */
  public static PlainAction balance() {
    return new PlainAction(
        "balance",
        "wait until the tablets are spread over the tablet servers",
        "Accumulo balances by itself",
        Effect.WATCHES,
        Forecast.BRIEF,
        (client, table) -> {
          client.instanceOperations().waitForBalance();
          return "the tablets are spread over %d tablet servers"
              .formatted(client.instanceOperations().getTabletServers().size());
        });
  }

  @Override
  public Description description() {
    return super.description().effect(effect);
  }

  @Override
  public Forecast forecast(Settings own) {
    return forecast;
  }

  @Override
  String perform(AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception {
    return call.apply(client, table);
  }
}
