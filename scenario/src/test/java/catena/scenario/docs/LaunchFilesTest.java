// SPDX-License-Identifier: Apache-2.0
package catena.scenario.docs;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.launch.LaunchRequest;
import catena.records.run.Json;
import catena.records.verdict.Verdict;
import catena.records.words.Document;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The files by which others start workers are what they say, and start the command there is. */
class LaunchFilesTest {
  private static final Path FILES = Path.of("../conf/launch");

  private static String read(String name) throws IOException {
    return Files.readString(FILES.resolve(name));
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.strip().split(" +", -1));
  }

  /** {@code catena worker RUN -c PROPERTIES --slot SLOT}, as launchers of our own say it. */
  private static void isCommand(List<String> words, String slot) {
    int at = words.indexOf(LaunchRequest.COMMAND);
    assertThat(at).as("%s", words).isNotNegative();
    assertThat(words.subList(at, words.size())).hasSize(6);
    assertThat(words.get(at + 2)).isEqualTo("-c");
    assertThat(words.subList(at + 4, at + 6)).containsExactly(LaunchRequest.SLOT, slot);
  }

  @Test
  void theYarnfileIsJsonAndStartsWorkers() throws IOException {
    JsonNode worker = Json.LINES.readTree(read("yarnfile.json")).get("components").get(0);
    isCommand(words(worker.get("launch_command").asText()), "${COMPONENT_ID}");
    assertThat(worker.get("restart_policy").asText()).isEqualTo("ON_FAILURE");
    String tarball = Path.of(worker.get("artifact").get("id").asText()).getFileName().toString();
    assertThat(worker.get("launch_command").asText())
        .as("YARN Service unpacks a tarball as lib")
        .startsWith("./lib/" + tarball.replace(".tar.gz", "") + "/bin/catena ");
  }

  @Test
  @SuppressWarnings("unchecked")
  void theJobOfKubernetesStartsWorkers() throws IOException {
    List<Map<String, Object>> documents = Document.values("k", read("kubernetes.yaml"));
    Map<String, Object> job = (Map<String, Object>) documents.get(1).get("spec");
    assertThat(job).containsEntry("completionMode", "Indexed");
    assertThat(job.get("completions")).isEqualTo(job.get("parallelism"));
    Map<String, Object> template = (Map<String, Object>) job.get("template");
    Map<String, Object> pod = (Map<String, Object>) template.get("spec");
    Map<String, Object> container = ((List<Map<String, Object>>) pod.get("containers")).get(0);
    isCommand((List<String>) container.get("args"), "$(JOB_COMPLETION_INDEX)");
    Map<String, Object> policy = (Map<String, Object>) job.get("podFailurePolicy");
    Map<String, Object> rule = ((List<Map<String, Object>>) policy.get("rules")).get(0);
    assertThat(((Map<String, Object>) rule.get("onExitCodes")).get("values"))
        .as("all others that died, or were given up, have a successor")
        .isEqualTo(List.of(Verdict.USAGE));
  }

  @Test
  void theUnitStartsAWorkerAndKnowsItsEnds() throws IOException {
    List<String> lines = read("catena-worker@.service").lines().toList();
    String start = value(lines, "ExecStart");
    isCommand(words(start), "%i");
    assertThat(value(lines, "Restart")).isEqualTo("on-failure");
    assertThat(lines)
        .as("who was given up, or left without a coordinator (2), has a successor")
        .noneMatch(line -> line.startsWith("SuccessExitStatus="));
    assertThat(value(lines, "RestartPreventExitStatus")).isEqualTo("" + Verdict.USAGE);
  }

  private static String value(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst()
        .orElseThrow();
  }
}
