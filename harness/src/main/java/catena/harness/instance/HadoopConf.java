// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Hadoop's own files, which say where HDFS and YARN are.
 *
 * @param directory that has them; without one, Hadoop's defaults
 */
public record HadoopConf(Optional<Path> directory) {
  /** The directory, where it is neither a local cluster's nor the environment's. */
  public static final Setting<String> SETTING =
      Setting.ofString(
          "hadoop.conf",
          "Hadoop's configuration directory, for samples and for all that runs on YARN (empty: the"
              + " environment's HADOOP_CONF_DIR, or for samples and workers that of a local"
              + " cluster)");

  /** The file that says where YARN is. */
  private static final String YARN_SITE = "yarn-site.xml";

  private static final List<String> SITES = List.of("core-site.xml", "hdfs-site.xml");
  private static final String WEB_APP = "yarn.resourcemanager.webapp.address";
  private static final String WEB_APP_TLS = "yarn.resourcemanager.webapp.https.address";
  private static final String IDS = "yarn.resourcemanager.ha.rm-ids";

  /**
   * The files of the directory that {@link #SETTING} names, else those of a local cluster, else
   * those of the environment's {@code HADOOP_CONF_DIR}.
   *
   * @param local the local cluster's, if it is one
   */
  public static HadoopConf of(Settings settings, Optional<Path> local) {
    return of(settings.get(SETTING), local, System.getenv());
  }

  /** The same by what the setting says, in other surroundings. */
  static HadoopConf of(String set, Optional<Path> local, Map<String, String> environment) {
    return new HadoopConf(
        set.isEmpty()
            ? local.or(() -> Optional.ofNullable(environment.get("HADOOP_CONF_DIR")).map(Path::of))
            : Optional.of(Path.of(set)));
  }

  /**
   * This, which says where YARN is.
   *
   * @param asked what needs it and how it is asked for, for the message: {@code job.on=yarn}
   * @throws UsageException if there is no {@code yarn-site.xml}
   */
  public HadoopConf requireYarn(String asked) {
    if (directory.filter(its -> Files.isReadable(its.resolve(YARN_SITE))).isEmpty()) {
      throw new UsageException(
          "%s needs a directory with yarn-site.xml: name it with %s or HADOOP_CONF_DIR, not '%s' (a local cluster has it after cluster start --yarn)"
              .formatted(asked, SETTING.key(), directory.map(Path::toString).orElse("")));
    }
    return this;
  }

  /** What clients of HDFS need to know; Hadoop's defaults where there is no directory. */
  public Configuration configuration() {
    Configuration hadoop = new Configuration();
    SITES.forEach(site -> add(hadoop, site));
    return hadoop;
  }

  /** What clients of HDFS and YARN, and jobs there, begin with. */
  public Configuration ofYarn() {
    Configuration hadoop = configuration();
    add(hadoop, YARN_SITE);
    add(hadoop, "mapred-site.xml");
    hadoop.set("mapreduce.framework.name", "yarn");
    return hadoop;
  }

  /** The web interface of the ResourceManager, of the first one if there are several, if any. */
  public Optional<URI> resourceManager() {
    Configuration yarn = new Configuration(false);
    add(yarn, YARN_SITE);
    String id = yarn.getTrimmed(IDS, "").split(",", -1)[0].strip();
    String suffix = id.isEmpty() ? "" : "." + id;
    boolean secure = yarn.getTrimmed("yarn.http.policy", "").equals("HTTPS_ONLY");
    String address = yarn.getTrimmed((secure ? WEB_APP_TLS : WEB_APP) + suffix, "");
    if (address.isEmpty()) {
      String host = yarn.getTrimmed("yarn.resourcemanager.hostname" + suffix, "");
      address = host.isEmpty() ? "" : host + (secure ? ":8090" : ":8088");
    }
    return address.isEmpty()
        ? Optional.empty()
        : Optional.of(URI.create((secure ? "https://" : "http://") + address));
  }

  private void add(Configuration configuration, String name) {
    directory
        .map(path -> path.resolve(name))
        .filter(Files::isReadable)
        .ifPresent(file -> configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
  }
}
