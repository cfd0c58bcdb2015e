package catena.scenario;

import catena.cluster.local.LocalCluster;
import catena.harness.activity.ClusterFiles;
import catena.harness.activity.Given;
import catena.harness.command.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/** What is known of a cluster, for the activities that can do something with it. */
final class Clusters {
  private Clusters() {}

  /** The local cluster that has these client properties in its directory, if it is one. */
  static Optional<LocalCluster> at(Path clientProperties, Terminal terminal) {
    Path directory = clientProperties.toAbsolutePath().getParent();
    try {
      return LocalCluster.exists(directory)
          ? Optional.of(LocalCluster.open(directory, terminal::note))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("the local cluster in " + directory + " is not readable", e);
    }
  }

  /** A cluster whose servers can be acted on, and where its files are. */
  static Given given(LocalCluster cluster) {
    return Given.of(
        cluster, new ClusterFiles(cluster.clientProperties().getParent(), cluster.hadoopConf()));
  }

  /** What is known by the client properties alone. */
  static Given given(Path clientProperties, Terminal terminal) {
    return at(clientProperties, terminal).map(Clusters::given).orElse(Given.NOTHING);
  }
}
