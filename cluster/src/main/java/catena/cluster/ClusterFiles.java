package catena.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The one place that knows where things lie in a cluster's directory.
 *
 * @param root the directory, absolute
 */
record ClusterFiles(Path root) {
  ClusterFiles {
    root = root.toAbsolutePath().normalize();
  }

  /** What makes the directory a cluster's. */
  Path cluster() {
    return root.resolve("cluster.json");
  }

  Path clientProperties() {
    return root.resolve("accumulo-client.properties");
  }

  Path hadoopConf() {
    return root.resolve("conf/hadoop");
  }

  Path accumuloConf() {
    return root.resolve("conf/accumulo");
  }

  Path accumuloProperties() {
    return accumuloConf().resolve("accumulo.properties");
  }

  Path zookeeperConf() {
    return root.resolve("conf/zookeeper");
  }

  Path zooCfg() {
    return zookeeperConf().resolve("zoo.cfg");
  }

  Path logs() {
    return root.resolve("logs");
  }

  Path log(ServerId id) {
    return log(id.toString());
  }

  /** Log of a short-lived program, such as {@code init}. */
  Path log(String name) {
    return logs().resolve(name + ".log");
  }

  Path run() {
    return root.resolve("run");
  }

  Path pid(ServerId id) {
    return run().resolve(id + ".pid");
  }

  Path lock() {
    return run().resolve("lock");
  }

  /** Where the native maps are built. */
  Path nativeMaps() {
    return root.resolve("native");
  }

  Path data() {
    return root.resolve("data");
  }

  /** What a server keeps for itself. */
  Path data(ServerId id) {
    return data().resolve(id.toString());
  }

  /** Accumulo's volume when it is a local one. */
  Path localVolume() {
    return data().resolve("accumulo");
  }

  void createDirectories() throws IOException {
    for (Path each :
        List.of(hadoopConf(), accumuloConf(), zookeeperConf(), logs(), run(), data())) {
      Files.createDirectories(each);
    }
  }
}
