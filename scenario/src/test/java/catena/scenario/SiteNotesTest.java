// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.threads.ProgramRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a site's environment gives is said; in a process that has such an environment. */
class SiteNotesTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private Path site;

  private ProgramRun run(Map<String, String> environment, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(words));
    return ProgramRun.of(command, environment, "", ProgramRun.Errors.PRINTED, LIMIT).orElseThrow();
  }

  @Test
  void aCommandSaysWhoseClientPropertiesAndWhoseHadoopItUses() throws Exception {
    Path properties =
        Files.writeString(site.resolve("accumulo-client.properties"), "instance.name=nowhere\n");
    ProgramRun both =
        run(
            Map.of("ACCUMULO_CONF_DIR", site.toString(), "HADOOP_CONF_DIR", "/etc/hadoop/conf"),
            "walk",
            "--dry-run");

    assertThat(both.printed())
        .contains("client properties of ACCUMULO_CONF_DIR: " + properties)
        .contains("Hadoop's configuration of HADOOP_CONF_DIR: /etc/hadoop/conf");
  }

  /** By {@code bin/catena} a run on its own cluster does not see it; its jobs on YARN do. */
  @Test
  void aRunSaysWhoseHadoopItsJobsUse() throws Exception {
    Files.writeString(site.resolve("yarn-site.xml"), "<configuration/>");
    String scenario = "name: x\nphases: [createtable, ingest: {ingest.entries: 5}, verify%s]\n";
    Path yarn =
        Files.writeString(site.resolve("yarn.yaml"), scenario.formatted(": {job.on: yarn}"));
    Path local = Files.writeString(site.resolve("local.yaml"), scenario.formatted(""));
    Map<String, String> environment = Map.of("HADOOP_CONF_DIR", site.toString());
    String sentence = "Hadoop's configuration of HADOOP_CONF_DIR: " + site;

    assertThat(run(environment, "run", yarn.toString(), "--dry-run").printed()).contains(sentence);
    assertThat(run(environment, "run", local.toString(), "--dry-run").printed())
        .contains("would do")
        .doesNotContain("HADOOP_CONF_DIR");
  }
}
