// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.fleet.FleetSettings;
import catena.fleet.agree.Specification;
import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.run.Json;
import catena.records.settings.LineFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.ProgramRun;
import catena.records.words.Document;
import catena.records.words.Problems;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Starts workers as an indexed Job of Kubernetes, from a manifest that the site may change, with
 * {@code kubectl} and its context.
 */
public final class KubernetesLauncher implements Launcher {
  private static final Setting<String> KUBECTL =
      Setting.ofString(
          "fleet.kubernetes.kubectl",
          "kubectl",
          "the kubectl of --launch kubernetes, and its options: kubectl -n load");

  private static final Setting<String> IMAGE =
      Setting.ofString(
          "fleet.kubernetes.image",
          "Catena's image for --launch kubernetes (empty: that of the manifest)");

  private static final Setting<String> MANIFEST =
      Setting.ofString(
          "fleet.kubernetes.manifest",
          "conf/launch/kubernetes.yaml",
          "the manifest of --launch kubernetes: a Secret, and an indexed Job with one container");

  /** The registry in the shipped manifest, whose image does not exist. */
  private static final String NO_IMAGE = "registry.example/";

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";

  /** The phases of a pod that has ended. */
  private static final Set<String> ENDED = Set.of("Failed", "Succeeded");

  /** What kubectl says where something that it deleted is still there after its time-out. */
  private static final String LATE = "timed out waiting for the condition";

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Override
  public String name() {
    return "kubernetes";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(KUBECTL, IMAGE, MANIFEST, FleetSettings.DEATH, FleetSettings.ATTEMPTS);
  }

  @Override
  public void check(LaunchRequest request, Problems problems) {
    if (request.isLocal()) {
      problems.add(
          "Pods cannot reach the run directory "
              + request.run()
              + ": name one on HDFS with --run-dir hdfs://..., or with file:/... one that all pods"
              + " mount");
    }
    try {
      String image = container(manifest(request).get(1)).path("image").asText();
      if (image.startsWith(NO_IMAGE)) {
        problems.add(
            image + " is an example: name your image with -o fleet.kubernetes.image=IMAGE");
      }
    } catch (IOException | IllegalArgumentException e) {
      problems.add(
          request.settings().get(MANIFEST) + " is no manifest of workers: " + e.getMessage());
    }
  }

  @Override
  public Workers launch(LaunchRequest request) throws IOException {
    byte[] run = request.run().getBytes(StandardCharsets.UTF_8);
    Job job = new Job(request.settings(), "catena-" + Specification.sha256(run).substring(0, 12));
    ObjectNode all = Json.LINES.createObjectNode().put("apiVersion", "v1").put("kind", "List");
    all.putArray("items").addAll(named(manifest(request), job.name, request));
    try {
      String unused = job.kubectl(LIMIT, all.toString(), "create", "-f", "-");
      return job;
    } catch (IOException e) {
      job.close(); // one of the two objects may exist
      throw e;
    }
  }

  @Override
  public Workers attach(LaunchRequest request, String handle) {
    return new Job(request.settings(), handle);
  }

  private static ObjectNode container(ObjectNode job) {
    JsonNode container = job.at("/spec/template/spec/containers/0");
    if (!container.isObject()) {
      throw new IllegalArgumentException("its second document is no Job with a container");
    }
    return (ObjectNode) container;
  }

  /** The Secret and the Job of the manifest, with the image and the run of the request. */
  private static List<ObjectNode> manifest(LaunchRequest request) throws IOException {
    Settings settings = request.settings();
    String file = settings.get(MANIFEST);
    List<ObjectNode> documents =
        Document.values(file, Files.readString(LineFile.find(file))).stream()
            .map(each -> Json.LINES.convertValue(each, ObjectNode.class))
            .toList();
    if (documents.size() != 2) {
      throw new IllegalArgumentException("it has " + documents.size() + " documents, not two");
    }
    ObjectNode container = container(documents.get(1));
    if (!settings.get(IMAGE).isEmpty()) {
      container.put("image", settings.get(IMAGE));
    }
    for (JsonNode each : container.withArray("/env")) {
      if (each.path("name").asText().equals("RUN")) {
        ((ObjectNode) each).put("value", request.run());
      }
    }
    return documents;
  }

  /** The same with a name, the number of pods, and how often Kubernetes replaces one. */
  private static List<ObjectNode> named(
      List<ObjectNode> manifest, String name, LaunchRequest request) throws IOException {
    manifest.forEach(each -> each.withObject("/metadata").put("name", name));
    manifest
        .get(0)
        .withObject("/stringData")
        .put("client.properties", Files.readString(request.clientProperties()));
    ObjectNode job = manifest.get(1);
    job.withObject("/spec")
        .put("completions", request.workers())
        .put("parallelism", request.workers())
        .put("maxFailedIndexes", request.workers())
        .put("backoffLimitPerIndex", FleetSettings.tries(request.settings()) - 1);
    for (JsonNode each : job.at("/spec/template/spec/volumes")) {
      if (each.path("secret").isObject()) {
        ((ObjectNode) each.path("secret")).put("secretName", name);
      }
    }
    return manifest;
  }

  /** The Job of a run, whose pods Kubernetes replaces by itself. */
  private static final class Job implements Workers {
    private final Settings settings;
    private final String name;
    private final Set<String> reported = new HashSet<>();

    Job(Settings settings, String name) {
      this.settings = settings;
      this.name = name;
    }

    /** Runs kubectl and returns what it prints. */
    private String kubectl(Duration limit, String input, String... words) throws IOException {
      List<String> command =
          new ArrayList<>(Splitter.on(' ').omitEmptyStrings().splitToList(settings.get(KUBECTL)));
      command.addAll(List.of(words));
      try {
        ProgramRun run =
            ProgramRun.of(command, Map.of(), input, ProgramRun.Errors.PRINTED, limit)
                .orElseThrow(
                    () ->
                        new IOException(
                            "kubectl %s: no answer within %d s"
                                .formatted(words[0], limit.toSeconds())));
        if (run.status() != 0) {
          throw new IOException("kubectl " + words[0] + ": " + run.printed());
        }
        return run.printed();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("kubectl " + words[0] + " was interrupted", e);
      }
    }

    @Override
    public String handle() {
      return name;
    }

    /** Its pods, the older ones first. */
    private List<JsonNode> pods() throws IOException {
      List<JsonNode> pods = new ArrayList<>();
      String printed = kubectl(LIMIT, "", "get", "pods", "-l", selector(), "-o", "json");
      // What it warns of comes before, and the object begins a line.
      Json.LINES
          .readTree(printed.substring(printed.indexOf("\n{") + 1))
          .path("items")
          .forEach(pods::add);
      pods.sort(Comparator.comparing(pod -> pod.at("/metadata/creationTimestamp").asText()));
      return pods;
    }

    private String selector() {
      return "batch.kubernetes.io/job-name=" + name;
    }

    private static boolean hasEnded(JsonNode pod) {
      return ENDED.contains(pod.at("/status/phase").asText());
    }

    @Override
    public synchronized List<WorkerEnd> ended() throws IOException {
      List<WorkerEnd> ends = new ArrayList<>();
      Map<Integer, Integer> attempts = new HashMap<>();
      for (JsonNode pod : pods()) {
        int slot = pod.at("/metadata/labels").path(INDEX).asInt();
        int attempt = attempts.merge(slot, 1, Integer::sum);
        if (hasEnded(pod) && reported.add(pod.at("/metadata/uid").asText())) {
          ends.add(end(slot, attempt, pod));
        }
      }
      ends.sort(Comparator.comparingInt(WorkerEnd::slot));
      return ends;
    }

    private static WorkerEnd end(int slot, int attempt, JsonNode pod) {
      JsonNode state = pod.at("/status/containerStatuses/0/state/terminated");
      JsonNode code = state.path("exitCode");
      String reason = state.path("reason").asText(pod.at("/status/reason").asText());
      String words =
          (code.isInt() ? "status " + code.asInt() : pod.at("/status/phase").asText())
              + " of pod "
              + pod.at("/metadata/name").asText()
              + (reason.isEmpty() ? "" : " (" + reason + ")");
      OptionalInt status = code.isInt() ? OptionalInt.of(code.asInt()) : OptionalInt.empty();
      return new WorkerEnd(slot, attempt, status, words);
    }

    @Override
    public int stop(Duration limit) throws IOException {
      try {
        delete(limit, "--cascade=foreground", "--timeout=" + limit.toSeconds() + "s");
        return 0;
      } catch (IOException e) {
        int killed = e.getMessage().contains(LATE) ? kill(e) : 0;
        if (killed == 0) {
          throw e;
        }
        return killed;
      }
    }

    /**
     * Kills the pods that have not ended, and waits until their nodes say so: with {@code --force}
     * those on a node that is cut off would go on.
     *
     * @param late takes what is wrong with that
     * @return how many; 0 if it is not known that all have ended
     */
    private int kill(IOException late) {
      try {
        int left = (int) pods().stream().filter(pod -> !hasEnded(pod)).count();
        String within = "--timeout=" + LIMIT.toSeconds() + "s";
        String unused =
            kubectl(LIMIT.multipliedBy(2), "", "delete", "pods", "-l", selector(), "--now", within);
        return left;
      } catch (IOException e) {
        late.addSuppressed(e);
        return 0;
      }
    }

    @Override
    public void close() throws IOException {
      delete(LIMIT, "--wait=false");
    }

    private void delete(Duration limit, String... words) throws IOException {
      List<String> all =
          new ArrayList<>(List.of("delete", "job,secret", name, "--ignore-not-found"));
      all.addAll(List.of(words));
      String unused = kubectl(limit.plus(LIMIT), "", all.toArray(String[]::new));
    }
  }
}
