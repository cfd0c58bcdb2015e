package catena.scenario;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.client.Bounded;
import catena.harness.client.StopSignal;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.data.Range;

/** Waits until the cluster is at rest and whole, so that what is absent is lost and not late. */
final class Quiesce {
  static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "quiesce.limit", "5m", "how long to wait until every tablet is hosted, else UNKNOWN");
  static final List<Setting<?>> SETTINGS = List.of(TableName.SETTING, LIMIT);

  private Quiesce() {}

  /** Something that waits for the servers of a cluster that this run has started itself. */
  @FunctionalInterface
  interface OwnServers {
    /** Waits, and throws with what is missing when the limit is over. */
    void awaitHealthy(Duration limit) throws Exception;
  }

  /**
   * Waits.
   *
   * @return why the cluster is not whole, if it is not
   */
  static Optional<String> await(
      Connection connection, Settings settings, Optional<OwnServers> servers, StopSignal stop)
      throws InterruptedException {
    Duration limit = settings.get(LIMIT);
    String table = settings.get(TableName.SETTING);
    try {
      if (servers.isPresent()) {
        servers.get().awaitHealthy(limit);
      }
      Locations located =
          Bounded.call(
              "Locating the tablets of table " + table,
              limit,
              () -> connection.client().tableOperations().locate(table, List.of(new Range())));
      return located.groupByTablet().isEmpty()
          ? Optional.of("no tablet of table " + table + " was found")
          : Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(
          "not every tablet of table " + table + " is hosted after " + limit.toSeconds() + " s");
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return Optional.of(stop.reason().orElse(e.getMessage()));
    }
  }
}
