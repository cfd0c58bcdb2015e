// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.run.Json;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a kubectl that keeps what it is given, and says of pods what a file has. */
class KubernetesLauncherTest {
  private static final String RUN = "hdfs://nameservice/runs/soak";
  private static final String LATE = "error: timed out waiting for the condition on jobs/catena-1";

  @TempDir private Path temp;

  @BeforeEach
  void kubectl() throws IOException {
    Path kubectl =
        Files.writeString(
            temp.resolve("kubectl"),
            """
            #!/bin/bash
            cd "$(dirname "$0")"
            echo "$*" >> calls
            case $* in
              *cascade*) [ ! -e stuck ] || { cat stuck >&2; exit 1; } ;;
              *pods*now*) [ ! -e lost ] || { cat lost >&2; exit 1; } ;;
              *create*) [ ! -e refuse ] || { echo 'Unauthorized' >&2; exit 1; }; cat > created ;;
              *get*) echo 'W0101 12:00 warnings.go:70] {of an "old" API}' >&2; cat pods ;;
            esac
            """);
    assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    Files.writeString(temp.resolve("client.properties"), "auth.token=it's: \"secret\"\n");
  }

  private LaunchRequest request(String run, Map<String, String> more) {
    Map<String, String> given = new HashMap<>();
    given.put("fleet.kubernetes.kubectl", temp.resolve("kubectl") + " -n load");
    given.put("fleet.kubernetes.manifest", "../conf/launch/kubernetes.yaml");
    given.put("fleet.kubernetes.image", "registry/catena:1");
    given.putAll(more);
    return new LaunchRequest(
        run,
        5,
        temp.resolve("client.properties"),
        Settings.resolve(new KubernetesLauncher().settings(), List.of(Layer.of("test", given))));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(temp.resolve("calls"));
  }

  private static String pod(int slot, String made, String phase, String terminated) {
    return """
    {"metadata": {"name": "p%1$d-%2$s", "uid": "u%1$d-%2$s", "creationTimestamp": "%2$s",
      "labels": {"batch.kubernetes.io/job-completion-index": "%1$d"}},
     "status": {"phase": "%3$s", "containerStatuses": [{"state": {%4$s}}]}}\
    """
        .formatted(slot, made, phase, terminated);
  }

  private void pods(String... pods) throws IOException {
    Files.writeString(temp.resolve("pods"), "{\"items\": [" + String.join(",", pods) + "]}");
  }

  @Test
  void theJobIsThatOfTheManifestWithWhatTheRunSays() throws Exception {
    LaunchRequest request = request(RUN, Map.of("worker.death", "replace", "worker.attempts", "3"));
    Workers workers = new KubernetesLauncher().launch(request);
    JsonNode items = Json.LINES.readTree(temp.resolve("created").toFile()).get("items");
    JsonNode job = items.get(1);
    assertThat(calls()).containsExactly("-n load create -f -");
    assertThat(items.get(0).at("/stringData/client.properties").asText())
        .isEqualTo("auth.token=it's: \"secret\"\n");
    assertThat(job.at("/metadata/name").asText()).isEqualTo(workers.handle());
    assertThat(items.get(0).at("/metadata/name").asText()).isEqualTo(workers.handle());
    assertThat(job.at("/spec/template/spec/volumes/0/secret/secretName").asText())
        .isEqualTo(workers.handle());
    assertThat(job.at("/spec/completions").asInt()).isEqualTo(5);
    assertThat(job.at("/spec/parallelism").asInt()).isEqualTo(5);
    assertThat(job.at("/spec/backoffLimitPerIndex").asInt()).isEqualTo(2);
    JsonNode container = job.at("/spec/template/spec/containers/0");
    assertThat(container.get("image").asText()).isEqualTo("registry/catena:1");
    assertThat(container.at("/env/0/value").asText()).isEqualTo(RUN);
  }

  @Test
  void withoutSuccessorsAPodIsTriedOnce() throws Exception {
    Workers unused = new KubernetesLauncher().launch(request(RUN, Map.of()));
    JsonNode created = Json.LINES.readTree(temp.resolve("created").toFile());
    assertThat(created.at("/items/1/spec/backoffLimitPerIndex").asInt()).isZero();
  }

  @Test
  void podsThatEndAreReportedOnceWithTheirStatus() throws Exception {
    Workers workers = new KubernetesLauncher().attach(request(RUN, Map.of()), "catena-1");
    String killed = "\"terminated\": {\"exitCode\": 137, \"reason\": \"OOMKilled\"}";
    pods(
        pod(1, "2026-01-01T00:00:02Z", "Running", ""),
        pod(1, "2026-01-01T00:00:01Z", "Failed", killed),
        pod(0, "2026-01-01T00:00:01Z", "Failed", ""));
    assertThat(workers.ended())
        .containsExactly(
            new WorkerEnd(0, 1, OptionalInt.empty(), "Failed of pod p0-2026-01-01T00:00:01Z"),
            new WorkerEnd(
                1,
                1,
                OptionalInt.of(137),
                "status 137 of pod p1-2026-01-01T00:00:01Z (OOMKilled)"));
    assertThat(workers.ended()).isEmpty();
    pods(
        pod(1, "2026-01-01T00:00:01Z", "Failed", killed),
        pod(1, "2026-01-01T00:00:02Z", "Succeeded", "\"terminated\": {\"exitCode\": 0}"));
    assertThat(workers.ended().get(0).attempt()).isEqualTo(2);
    assertThat(calls().get(0))
        .isEqualTo("-n load get pods -l batch.kubernetes.io/job-name=catena-1 -o json");
  }

  @Test
  void theJobAndItsSecretAreDeletedAtTheEnd() throws Exception {
    Workers workers = new KubernetesLauncher().attach(request(RUN, Map.of()), "catena-1");
    assertThat(workers.stop(Duration.ofMinutes(2))).isZero();
    workers.close();
    assertThat(calls())
        .containsExactly(
            "-n load delete job,secret catena-1 --ignore-not-found --cascade=foreground"
                + " --timeout=120s",
            "-n load delete job,secret catena-1 --ignore-not-found --wait=false");
  }

  @Test
  void podsThatDoNotEndWithinTheLimitAreKilledAndCounted() throws Exception {
    Workers workers = new KubernetesLauncher().attach(request(RUN, Map.of()), "catena-1");
    Files.writeString(temp.resolve("stuck"), LATE);
    pods(
        pod(0, "2026-01-01T00:00:01Z", "Succeeded", ""),
        pod(1, "2026-01-01T00:00:01Z", "Running", ""));
    assertThat(workers.stop(Duration.ofMinutes(2))).isEqualTo(1);
    assertThat(calls())
        .last()
        .isEqualTo(
            "-n load delete pods -l batch.kubernetes.io/job-name=catena-1 --now --timeout=60s");
    pods(pod(0, "2026-01-01T00:00:01Z", "Succeeded", ""));
    assertThatThrownBy(() -> workers.stop(Duration.ofMinutes(2)))
        .as("that was not the reason")
        .hasMessage("kubectl delete: " + LATE);
  }

  /** They may go on to write: on a node that is cut off, or where nobody was told to end them. */
  @Test
  void podsOfWhichNobodyKnowsThatTheyHaveEndedAreNotCountedAsKilled() throws Exception {
    Workers workers = new KubernetesLauncher().attach(request(RUN, Map.of()), "catena-1");
    pods(pod(1, "2026-01-01T00:00:01Z", "Running", ""));
    for (String other : List.of("error: Unauthorized", "net/http: request timed out")) {
      Files.writeString(temp.resolve("stuck"), other);
      assertThatThrownBy(() -> workers.stop(Duration.ofMinutes(2)))
          .hasMessage("kubectl delete: " + other);
    }
    Files.writeString(temp.resolve("stuck"), LATE);
    Files.writeString(temp.resolve("lost"), "error: timed out, too");
    assertThatThrownBy(() -> workers.stop(Duration.ofMinutes(2)))
        .hasMessage("kubectl delete: " + LATE)
        .satisfies(
            e ->
                assertThat(e.getSuppressed()[0])
                    .hasMessage("kubectl delete: error: timed out, too"));
    Files.delete(temp.resolve("pods"));
    assertThatThrownBy(() -> workers.stop(Duration.ofMinutes(2)))
        .hasMessage("kubectl delete: " + LATE)
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessageStartingWith("kubectl get: "));
  }

  @Test
  void whatKubectlRefusesIsSaidAndNothingIsLeft() throws Exception {
    Files.createFile(temp.resolve("refuse"));
    assertThatThrownBy(() -> new KubernetesLauncher().launch(request(RUN, Map.of())))
        .isInstanceOf(IOException.class)
        .hasMessage("kubectl create: Unauthorized");
    assertThat(calls().get(1)).contains("delete job,secret");
  }

  @Test
  void whatPodsCannotDoIsRefusedBefore() {
    assertThatThrownBy(() -> check(request("/tmp/run", Map.of("fleet.kubernetes.image", ""))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Pods cannot reach the run directory /tmp/run")
        .hasMessageContaining("registry.example/catena:0.1.0 is an example");
    assertThatThrownBy(
            () -> check(request(RUN, Map.of("fleet.kubernetes.manifest", "../conf/otava.yaml"))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is no manifest of workers");
    check(request(RUN, Map.of()));
  }

  @Test
  void whoIsInterruptedWhileItAsksStaysSo() {
    Workers workers = new KubernetesLauncher().attach(request(RUN, Map.of()), "catena-1");
    Thread.currentThread().interrupt();
    assertThatThrownBy(workers::ended)
        .isInstanceOf(IOException.class)
        .hasMessage("kubectl get was interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(new KubernetesLauncher().name()).isEqualTo("kubernetes");
  }

  @Test
  void aManifestThatIsNoneSaysWhy() throws IOException {
    Path one = Files.writeString(temp.resolve("one.yaml"), "kind: Secret\n");
    assertThatThrownBy(
            () -> check(request(RUN, Map.of("fleet.kubernetes.manifest", one.toString()))))
        .hasMessageContaining(one + " is no manifest of workers: it has 1 documents, not two");
    Path two = Files.writeString(temp.resolve("two.yaml"), "kind: Secret\n---\nkind: Job\n");
    assertThatThrownBy(
            () -> check(request(RUN, Map.of("fleet.kubernetes.manifest", two.toString()))))
        .hasMessageContaining("its second document is no Job with a container");
  }

  @Test
  void aPodThatWasEvictedAndOneThatIsNotOverAreKnown() throws Exception {
    Workers workers = new KubernetesLauncher().attach(request(RUN, Map.of()), "catena-1");
    assertThat(workers.handle()).isEqualTo("catena-1");
    pods(
        pod(2, "2026-01-01T00:00:01Z", "Failed", "")
            .replace("\"phase\"", "\"reason\": \"Evicted\", \"phase\""),
        pod(0, "2026-01-01T00:00:01Z", "Pending", ""),
        pod(1, "2026-01-01T00:00:01Z", "Succeeded", "\"terminated\": {\"exitCode\": 0}"));
    assertThat(workers.ended())
        .containsExactly(
            new WorkerEnd(1, 1, OptionalInt.of(0), "status 0 of pod p1-2026-01-01T00:00:01Z"),
            new WorkerEnd(
                2, 1, OptionalInt.empty(), "Failed of pod p2-2026-01-01T00:00:01Z (Evicted)"));
    Files.delete(temp.resolve("pods"));
    assertThatThrownBy(workers::ended)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("kubectl get: ");
    assertThat(workers.start(1, 2)).as("Kubernetes does that").isFalse();
  }

  private static void check(LaunchRequest request) {
    Problems problems = new Problems();
    new KubernetesLauncher().check(request, problems);
    problems.throwIfAny();
  }
}
