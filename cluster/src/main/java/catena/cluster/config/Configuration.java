package catena.cluster.config;

import catena.cluster.record.ClusterFiles;
import catena.cluster.record.ClusterRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes every configuration file of a cluster. */
public final class Configuration {
  private final ClusterRecord cluster;
  private final ClusterFiles files;
  private final ServerJars jars;

  /** The configuration of a cluster. */
  public Configuration(ClusterRecord cluster, ClusterFiles files, ServerJars jars) {
    this.cluster = cluster;
    this.files = files;
    this.jars = jars;
  }

  /** What Hadoop and ZooKeeper need, and every client. */
  public void writeGround() throws IOException {
    Path hadoop = files.hadoopConf();
    xml(hadoop.resolve("core-site.xml"), HadoopSite.core(cluster, files));
    xml(hadoop.resolve("hdfs-site.xml"), HadoopSite.hdfs(cluster, files));
    if (cluster.spec().yarn()) {
      xml(hadoop.resolve("yarn-site.xml"), HadoopSite.yarn(cluster, files, jars));
      xml(hadoop.resolve("mapred-site.xml"), HadoopSite.mapred(cluster, files, jars));
    }
    copy("hadoop-log4j.properties", hadoop.resolve("log4j.properties"));
    copy("servers-log4j2.properties", files.zookeeperConf().resolve("log4j2.properties"));
    properties(files.zooCfg(), AccumuloSite.zookeeper(cluster, files));
    properties(files.clientProperties(), AccumuloSite.client(cluster, files));
  }

  /** What Accumulo's servers need. */
  public void writeAccumulo(boolean nativeMaps) throws IOException {
    properties(files.accumuloProperties(), AccumuloSite.servers(cluster, files, nativeMaps));
    copy("servers-log4j2.properties", files.accumuloConf().resolve("log4j2.properties"));
  }

  private static void xml(Path file, Map<String, String> site) throws IOException {
    Files.writeString(file, xml(site));
  }

  static String xml(Map<String, String> site) {
    return site.entrySet().stream()
        .map(
            each ->
                "  <property><name>%s</name><value>%s</value></property>\n"
                    .formatted(escape(each.getKey()), escape(each.getValue())))
        .collect(
            Collectors.joining(
                "", "<?xml version=\"1.0\"?>\n<configuration>\n", "</configuration>\n"));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Only the owner may read it from its first byte on, since it may hold a password. */
  private static void properties(Path file, Map<String, String> lines) throws IOException {
    Path fresh = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
    Files.writeString(fresh, properties(lines));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Lines of a properties file, in the order given and without a time, unlike Java's own. */
  static String properties(Map<String, String> lines) {
    return lines.entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue().replace("\\", "\\\\") + "\n")
        .collect(Collectors.joining());
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = Configuration.class.getResourceAsStream(resource)) {
      Files.write(file, in.readAllBytes());
    }
  }
}
