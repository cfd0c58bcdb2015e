// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The Hadoop configuration of a site that has YARN, as a directory of this machine holds it. */
public final class YarnSite {
  private static final String YARN = "yarn-site.xml";
  private static final List<String> FILES =
      List.of("core-site.xml", "hdfs-site.xml", YARN, "mapred-site.xml");

  private final Path directory;

  private YarnSite(Path directory) {
    this.directory = directory;
  }

  /**
   * The first of some directories that is named.
   *
   * @param asked what needs it and how it is asked for, for the message: {@code job.on=yarn}
   * @param setting its key, which names a directory
   * @param named the value of the setting; empty if nobody named one
   * @param local the directory of a local cluster, if it is one
   * @param environment that of {@code HADOOP_CONF_DIR}, if it is set
   * @throws UsageException if that has no {@code yarn-site.xml}
   */
  public static YarnSite of(
      String asked,
      String setting,
      String named,
      Optional<Path> local,
      Optional<String> environment) {
    String directory =
        named.isEmpty() ? local.map(Path::toString).or(() -> environment).orElse("") : named;
    if (directory.isEmpty() || !Files.isReadable(Path.of(directory, YARN))) {
      throw new UsageException(
          asked
              + " needs a directory with yarn-site.xml: name it with "
              + setting
              + " or HADOOP_CONF_DIR, not '"
              + directory
              + "' (a local cluster has it after cluster start --yarn)");
    }
    return new YarnSite(Path.of(directory));
  }

  /** What clients of the site's HDFS and YARN, and jobs, begin with. */
  public Configuration configuration() {
    Configuration conf = new Configuration();
    for (String name : FILES) {
      Path file = directory.resolve(name);
      if (Files.isReadable(file)) {
        conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      }
    }
    conf.set("mapreduce.framework.name", "yarn");
    return conf;
  }

  /**
   * Makes a job's tasks run with this process's classes.
   *
   * @param scratch where directories of classes are packed; must last until the job is submitted
   */
  public static void ship(Configuration conf, Path scratch) throws IOException {
    conf.set("tmpjars", TaskJars.ofClassPath(System.getProperty("java.class.path"), scratch));
    // Ours are newer than those of Hadoop's servers.
    conf.setBoolean("mapreduce.job.user.classpath.first", true);
  }
}
