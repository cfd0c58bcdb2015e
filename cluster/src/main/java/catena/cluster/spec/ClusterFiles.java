// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.harness.activity.LocalFiles;
import catena.harness.activity.RunContext;
import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The one place that knows where things lie in a cluster's directory.
 *
 * @param root the directory, absolute
 */
public record ClusterFiles(Path root) {
  /** Makes the directory absolute. */
  public ClusterFiles {
    root = root.toAbsolutePath().normalize();
  }

  /** Those of the local cluster that a run works on, if it works on one that has a record. */
  public static Optional<ClusterFiles> of(RunContext run) {
    return run.site()
        .given()
        .find(LocalFiles.class)
        .map(local -> new ClusterFiles(local.home()))
        .filter(files -> Files.isRegularFile(files.cluster()));
  }

  /**
   * What the cluster is to consist of, by its record; asked also where the servers' jars are not.
   */
  public ClusterSpec spec() throws IOException {
    return Json.read(cluster(), ClusterRecord.class).spec();
  }

  /** What makes the directory a cluster's. */
  public Path cluster() {
    return root.resolve("cluster.json");
  }

  /** What Accumulo's clients take. */
  public Path clientProperties() {
    return root.resolve("accumulo-client.properties");
  }

  /** Site files of Hadoop, for servers and clients. */
  public Path hadoopConf() {
    return root.resolve("conf/hadoop");
  }

  /** Where Accumulo's servers find their configuration. */
  public Path accumuloConf() {
    return root.resolve("conf/accumulo");
  }

  /** The configuration itself. */
  public Path accumuloProperties() {
    return accumuloConf().resolve("accumulo.properties");
  }

  /** Where the servers' key and certificate are, if they have any. */
  public Path tls() {
    return root.resolve("conf/tls");
  }

  /** The servers' key with their certificate. */
  public Path keyStore() {
    return tls().resolve("servers.p12");
  }

  /** The certificate that clients trust. */
  public Path trustStore() {
    return tls().resolve("clients.p12");
  }

  /** What Kerberos needs, if it is used. */
  public Path kerberos() {
    return root.resolve("conf/kerberos");
  }

  /** Where servers and clients find the realm and its KDC. */
  public Path krb5Conf() {
    return kerberos().resolve("krb5.conf");
  }

  /** The KDC's configuration; it holds what all keys are made from. */
  public Path kdcProperties() {
    return kerberos().resolve("kdc.properties");
  }

  /** The only names that servers know. */
  public Path hostsFile() {
    return kerberos().resolve("hosts");
  }

  /** The keys of the servers. */
  public Path serversKeytab() {
    return kerberos().resolve("servers.keytab");
  }

  /** The key of the user. */
  public Path userKeytab() {
    return kerberos().resolve("user.keytab");
  }

  /** Where ZooKeeper finds its configuration. */
  public Path zookeeperConf() {
    return root.resolve("conf/zookeeper");
  }

  /** The configuration itself. */
  public Path zooCfg() {
    return zookeeperConf().resolve("zoo.cfg");
  }

  /** Where the agent in Accumulo's servers reads what it is to do, and writes what it did. */
  public Path instrument() {
    return root.resolve("instrument");
  }

  /** Where all logs are. */
  public Path logs() {
    return root.resolve("logs");
  }

  /** What a server prints. */
  public Path log(ServerId id) {
    return log(id.toString());
  }

  /** Log of a short-lived program, such as {@code init}. */
  public Path log(String name) {
    return logs().resolve(name + ".log");
  }

  /** What is of use only while servers run. */
  public Path run() {
    return root.resolve("run");
  }

  /** The process of a server. */
  public Path pid(ServerId id) {
    return run().resolve(id + ".pid");
  }

  /** What was done to control groups of the machine to limit disks. */
  public Path limits() {
    return run().resolve("limits");
  }

  /** Held by the process that starts or stops servers. */
  public Path lock() {
    return run().resolve("lock");
  }

  /** Where the native maps are built. */
  public Path nativeMaps() {
    return root.resolve("native");
  }

  /** What outlives the servers. */
  public Path data() {
    return root.resolve("data");
  }

  /** What a server keeps for itself. */
  public Path data(ServerId id) {
    return data().resolve(id.toString());
  }

  /** The image of a server's disk, which is mounted where its data is. */
  public Path disk(ServerId id) {
    return data().resolve(id + ".ext4");
  }

  /** The image of one of two disks of a server. */
  public Path disk(ServerId id, Tier tier) {
    return data().resolve(id + "-" + tier.word() + ".ext4");
  }

  /** Where one of two disks of a server is mounted. */
  public Path mount(ServerId id, Tier tier) {
    return data(id).resolve(tier.word());
  }

  /** Where a DataNode that has two disks keeps its blocks on one of them. */
  public Path blocks(ServerId id, Tier tier) {
    return mount(id, tier).resolve("blocks");
  }

  /** Where ZooKeeper keeps its log and snapshots on one of two disks of the first DataNode. */
  public Path zookeeper(Tier tier) {
    return mount(new ServerId(Role.DATANODE, 1), tier).resolve("zookeeper");
  }

  /** Accumulo's volume when it is a local one. */
  public Path localVolume() {
    return data().resolve("accumulo");
  }

  /**
   * What servers take for the machine's temporary directory, so that they leave nothing there:
   * caches of class paths, unpacked native libraries and web applications. Emptied by a stop.
   */
  public Path temporary() {
    return root.resolve("tmp");
  }

  /** Makes the directories in which files are written. */
  public void createDirectories() throws IOException {
    for (Path each :
        List.of(
            hadoopConf(), accumuloConf(), zookeeperConf(), logs(), run(), data(), temporary())) {
      Files.createDirectories(each);
    }
  }
}
