package catena.fleet.yarn;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Asks YARN how much room it has. */
final class YarnRoom {
  private final Configuration conf;

  YarnRoom(Configuration conf) {
    this.conf = conf;
  }

  /**
   * The nodes that are at work, and what a container may have.
   *
   * @throws IOException if YARN does not answer
   */
  Room now() throws IOException {
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(conf);
      client.start();
      List<Room.Node> nodes =
          client.getNodeReports(NodeState.RUNNING).stream().map(YarnRoom::node).toList();
      Resource largest =
          client.createApplication().getNewApplicationResponse().getMaximumResourceCapability();
      return new Room(nodes, largest.getMemorySize());
    } catch (YarnException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static Room.Node node(NodeReport report) {
    Resource used = report.getUsed();
    return new Room.Node(
        report.getNodeId().getHost(),
        report.getCapability().getMemorySize(),
        used == null ? 0 : used.getMemorySize());
  }
}
