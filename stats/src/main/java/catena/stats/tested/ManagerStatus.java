// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import catena.records.threads.Bounded;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.clientImpl.ClientContext;
import org.apache.accumulo.core.rpc.clients.ThriftClientTypes;
import org.apache.accumulo.core.trace.TraceUtil;
import org.apache.commons.lang3.StringUtils;

/**
 * What the manager knows of the tablet servers: the version of each is in the status that each one
 * sends it.
 *
 * <p>No public class asks for it, nor does the monitor hand it on. This class alone asks the
 * manager as the monitor does, by the remote procedures of Accumulo 2.1; other roles send no
 * version to any process.
 */
final class ManagerStatus {
  private ManagerStatus() {}

  /**
   * The version of each tablet server, by host and port; one that reports none is left out.
   *
   * @throws Exception if the manager does not answer within the limit, or the user may not ask
   */
  static SortedMap<String, String> tserverVersions(AccumuloClient client, Duration limit)
      throws Exception {
    ClientContext context = (ClientContext) client;
    return Bounded.call(
        "asking the manager for the tablet servers",
        limit,
        () -> {
          SortedMap<String, String> versions = new TreeMap<>();
          ThriftClientTypes.MANAGER
              .execute(
                  context,
                  manager -> manager.getManagerStats(TraceUtil.traceInfo(), context.rpcCreds()))
              .getTServerInfo()
              .stream()
              .filter(each -> each.getName() != null && !StringUtils.isBlank(each.getVersion()))
              .forEach(each -> versions.put(each.getName(), each.getVersion()));
          return versions;
        });
  }
}
