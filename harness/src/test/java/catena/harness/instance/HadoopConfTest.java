// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopConfTest {
  @TempDir Path directory;

  private void yarnSite(String... pairs) throws Exception {
    StringBuilder xml = new StringBuilder("<configuration>");
    for (int i = 0; i < pairs.length; i += 2) {
      xml.append(
          "<property><name>%s</name><value>%s</value></property>"
              .formatted(pairs[i], pairs[i + 1]));
    }
    Files.writeString(directory.resolve("yarn-site.xml"), xml + "</configuration>");
  }

  private Optional<URI> resourceManager() {
    return new HadoopConf(Optional.of(directory)).resourceManager();
  }

  @Test
  void theResourceManagerIsWhereItsFileSays() throws Exception {
    assertThat(resourceManager()).isEmpty();
    yarnSite("yarn.resourcemanager.hostname", "h1");
    assertThat(resourceManager()).contains(URI.create("http://h1:8088"));
    yarnSite("yarn.resourcemanager.webapp.address", "h2:99");
    assertThat(resourceManager()).contains(URI.create("http://h2:99"));
    yarnSite(
        "yarn.resourcemanager.ha.rm-ids", "a,b", "yarn.resourcemanager.webapp.address.a", "h3:88");
    assertThat(resourceManager()).contains(URI.create("http://h3:88"));
  }

  @Test
  void aResourceManagerThatSpeaksTlsOnlyIsAskedSo() throws Exception {
    String policy = "yarn.http.policy";
    yarnSite(policy, "HTTPS_ONLY", "yarn.resourcemanager.hostname", "h1");
    assertThat(resourceManager()).contains(URI.create("https://h1:8090"));
    yarnSite(
        policy,
        "HTTPS_ONLY",
        "yarn.resourcemanager.webapp.address",
        "h2:99",
        "yarn.resourcemanager.webapp.https.address",
        "h2:98");
    assertThat(resourceManager()).contains(URI.create("https://h2:98"));
    yarnSite("yarn.resourcemanager.ha.rm-ids", "a, b", "yarn.resourcemanager.hostname.a", "h3");
    assertThat(resourceManager()).contains(URI.create("http://h3:8088"));
    yarnSite("yarn.resourcemanager.ha.rm-ids", "a", "yarn.resourcemanager.hostname", "h4");
    assertThat(resourceManager()).as("of none of that name").isEmpty();
  }

  @Test
  void whereThereIsNoDirectoryThereIsNoYarn() {
    assertThat(new HadoopConf(Optional.empty()).resourceManager()).isEmpty();
  }

  @Test
  void theDirectoryThatIsSetComesBeforeThatOfALocalCluster() throws Exception {
    yarnSite("yarn.resourcemanager.hostname", "set");
    Settings set = settings(Map.of(HadoopConf.SETTING.key(), directory.toString()));
    Path none = directory.resolve("none");
    assertThat(HadoopConf.of(set, Optional.of(none)).resourceManager())
        .contains(URI.create("http://set:8088"));
    assertThat(HadoopConf.of(settings(Map.of()), Optional.of(directory)).resourceManager())
        .contains(URI.create("http://set:8088"));
    assertThat(HadoopConf.of(settings(Map.of()), Optional.of(none)).resourceManager()).isEmpty();
  }

  /** A directory with a site file that says which it is. */
  private Path site(String name, String file) throws IOException {
    Path site = Files.createDirectory(directory.resolve(name));
    Files.writeString(
        site.resolve(file),
        "<configuration><property><name>which</name><value>%s</value></property></configuration>"
            .formatted(name));
    return site;
  }

  private static String which(String named, Optional<Path> local, Map<String, String> environment) {
    return HadoopConf.of(named, local, environment)
        .requireYarn("job.on=yarn")
        .ofYarn()
        .get("which");
  }

  @Test
  void whatIsNamedCountsMoreThanTheLocalClusterAndThatMoreThanTheEnvironment() throws IOException {
    Path named = site("named", "yarn-site.xml");
    Path local = site("local", "yarn-site.xml");
    Map<String, String> last =
        Map.of("HADOOP_CONF_DIR", site("environment", "yarn-site.xml").toString());
    assertThat(which(named.toString(), Optional.of(local), last)).isEqualTo("named");
    assertThat(which("", Optional.of(local), last)).isEqualTo("local");
    assertThat(which("", Optional.empty(), last)).isEqualTo("environment");
    assertThat(HadoopConf.of("", Optional.empty(), last).ofYarn().get("mapreduce.framework.name"))
        .isEqualTo("yarn");
  }

  @Test
  void aDirectoryWithoutYarnIsRefusedWithWhatToDo() throws IOException {
    Path other = site("other", "core-site.xml");
    for (String unfit : new String[] {other.toString(), ""}) {
      assertThatThrownBy(() -> which(unfit, Optional.empty(), Map.of()))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll(
              "job.on=yarn needs a directory with yarn-site.xml",
              "hadoop.conf or HADOOP_CONF_DIR, not '" + unfit + "'");
    }
  }

  private static Settings settings(Map<String, String> values) {
    return Settings.resolve(List.of(HadoopConf.SETTING), List.of(Layer.of("test", values)));
  }
}
