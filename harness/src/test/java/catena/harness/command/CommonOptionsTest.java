// SPDX-License-Identifier: Apache-2.0
package catena.harness.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import catena.records.settings.Layer;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommonOptionsTest {
  private static final class Words {
    @ParametersDelegate private final CommonOptions common = new CommonOptions();
  }

  @TempDir private Path temp;

  private static CommonOptions parse(String... args) {
    Words words = new Words();
    JCommander.newBuilder().addObject(words).build().parse(args);
    return words.common;
  }

  @Test
  void layersStandFromTheFilesToWhatWasTyped() throws IOException {
    Path file = Files.writeString(temp.resolve("x.properties"), "depth=1\n");
    Layer scenario = Layer.of("scenario", Map.of("depth", "2"));

    Problems problems = new Problems();
    List<Layer> layers =
        parse("-p", file.toString(), "-o", "visibilities=a,b|c", "-o", "depth=3")
            .layers(List.of(scenario), problems);

    assertThat(problems.found()).isEmpty();
    assertThat(layers).hasSize(3);
    assertThat(layers.get(0).strict()).isFalse();
    assertThat(layers.get(1)).isSameAs(scenario);
    assertThat(layers.get(2).entries())
        .containsExactly(
            new Layer.Entry("visibilities", "a,b|c", "-o"), new Layer.Entry("depth", "3", "-o"));
  }

  @Test
  void allMissingFilesAreReportedAtOnce() {
    CommonOptions options = parse("-p", "/no/x", "-p", "/no/y", "-c", "/no/z", "-o", "bad");

    Problems problems = new Problems();
    assertThat(options.layers(List.of(), problems)).isEmpty();
    assertThat(problems.found()).hasSize(4);
    assertThat(catchThrowableOfType(UsageException.class, options::isAsked).problems()).hasSize(4);
  }

  @Test
  void whereNoneIsGivenTheSitesClientPropertiesAreTaken() throws IOException {
    Path site = Files.createFile(temp.resolve("accumulo-client.properties"));
    Map<String, String> environment = Map.of("ACCUMULO_CONF_DIR", temp.toString());

    assertThat(parse().siteProps(environment)).contains(site);
    assertThat(parse("-c", "x").siteProps(environment)).as("one is given").isEmpty();
    assertThat(parse().siteProps(Map.of("ACCUMULO_CONF_DIR", temp + "/no"))).isEmpty();
    assertThat(parse().siteProps(Map.of())).isEmpty();
  }

  @Test
  void theFileSystemOfALocalClusterIsTheOneInItsFiles() throws IOException {
    Path site = Files.createDirectories(temp.resolve("conf/hadoop")).resolve("core-site.xml");
    Files.writeString(
        site,
        "<configuration><property><name>fs.defaultFS</name><value>hdfs://nn:9</value></property>"
            + "</configuration>");
    String properties = temp.resolve("client.properties").toString();
    assertThat(parse("-c", properties).hadoop().get("fs.defaultFS")).isEqualTo("hdfs://nn:9");
    assertThat(parse().hadoop().get("fs.defaultFS")).isEqualTo("file:///");
  }

  @Test
  void theRestIsPlain() {
    CommonOptions options = parse("--run-dir", "hdfs://h/runs", "--seed", "-7", "--dry-run");

    assertThat(options.runDir()).contains("hdfs://h/runs");
    assertThat(options.seed()).hasValue(-7);
    assertThat(options.dryRun()).isTrue();
    assertThat(options.clientProps()).isEmpty();
    assertThat(catchThrowableOfType(UsageException.class, options::requireClientProps))
        .hasMessageContaining("-c FILE");
  }
}
