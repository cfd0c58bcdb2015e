package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void whereThereIsNoDirectoryThereIsNoYarn() {
    assertThat(new HadoopConf(Optional.empty()).resourceManager()).isEmpty();
  }
}
