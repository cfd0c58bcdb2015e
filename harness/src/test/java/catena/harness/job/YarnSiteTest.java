// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YarnSiteTest {
  @TempDir private Path temp;

  /** A directory with a site file that says which it is. */
  private Path site(String name, String file) throws IOException {
    Path directory = Files.createDirectory(temp.resolve(name));
    Files.writeString(
        directory.resolve(file),
        "<configuration><property><name>which</name><value>"
            + name
            + "</value></property>"
            + "</configuration>");
    return directory;
  }

  private static String which(String named, Optional<Path> local, Optional<String> environment) {
    return YarnSite.of("job.on=yarn", "hadoop.conf", named, local, environment)
        .ofYarn()
        .get("which");
  }

  @Test
  void whatIsNamedCountsMoreThanTheLocalClusterAndThatMoreThanTheEnvironment() throws IOException {
    Path named = site("named", "yarn-site.xml");
    Path local = site("local", "yarn-site.xml");
    Path environment = site("environment", "yarn-site.xml");
    Optional<String> last = Optional.of(environment.toString());
    assertThat(which(named.toString(), Optional.of(local), last)).isEqualTo("named");
    assertThat(which("", Optional.of(local), last)).isEqualTo("local");
    assertThat(which("", Optional.empty(), last)).isEqualTo("environment");
  }

  @Test
  void aDirectoryWithoutASiteIsRefusedWithWhatToDo() throws IOException {
    Path other = site("other", "core-site.xml");
    for (String unfit : new String[] {other.toString(), ""}) {
      assertThatThrownBy(() -> which(unfit, Optional.empty(), Optional.empty()))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll(
              "job.on=yarn needs a directory with yarn-site.xml",
              "hadoop.conf or HADOOP_CONF_DIR, not '" + unfit + "'");
    }
  }

  @Test
  void jobsRunOnYarnWithThisProcesssClasses() throws IOException {
    Path site = site("site", "yarn-site.xml");
    Configuration conf =
        YarnSite.of("x", "y", site.toString(), Optional.empty(), Optional.empty()).ofYarn();
    assertThat(conf.get("mapreduce.framework.name")).isEqualTo("yarn");
    YarnSite.ship(conf, Files.createDirectory(temp.resolve("scratch")));
    assertThat(conf.getStrings("tmpjars")).isNotEmpty().allMatch(jar -> jar.endsWith(".jar"));
    assertThat(conf.getBoolean("mapreduce.job.user.classpath.first", false)).isTrue();
  }
}
