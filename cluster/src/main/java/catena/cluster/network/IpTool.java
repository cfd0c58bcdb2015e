package catena.cluster.network;

import catena.cluster.spec.ClusterException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs {@code ip} of iproute2, the only tool that the network of hosts needs. */
public final class IpTool {
  private static final int LIMIT_SECONDS = 30;

  private final Path program;

  private IpTool(Path program) {
    this.program = program;
  }

  /** The tool, if it is installed; it often lies where only root's path leads. */
  static Optional<IpTool> find() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(":", -1)), Stream.of("/usr/sbin", "/sbin"))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, "ip"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(IpTool::new);
  }

  /** The tool, which must be there. */
  public static IpTool require() throws ClusterException {
    return find().orElseThrow(() -> new ClusterException("there is no 'ip'; install iproute2"));
  }

  /** The words that run a command in a namespace; they end in exec, so that the pid is its own. */
  public List<String> inside(String namespace, List<String> command) {
    List<String> line = new ArrayList<>(List.of(program.toString(), "netns", "exec", namespace));
    line.addAll(command);
    return line;
  }

  /**
   * Runs the tool.
   *
   * @return what it prints
   * @throws ClusterException if it fails, with what it says
   */
  public String run(String... words) throws IOException, InterruptedException {
    return run(List.of(words), "");
  }

  /**
   * Runs several of its commands in one go, in a namespace or on the machine; ends at a failure.
   */
  void batch(Optional<String> namespace, List<String> commands)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    namespace.ifPresent(name -> words.addAll(List.of("-n", name)));
    words.addAll(List.of("-batch", "-"));
    run(words, String.join("\n", commands) + "\n");
  }

  private String run(List<String> words, String input) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(words);
    return output(line, input);
  }

  /** Runs any short command to its end and gives what it prints. */
  static String output(List<String> line, String input) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new ClusterException("'%s' does not end".formatted(String.join(" ", line)));
    }
    if (process.exitValue() != 0) {
      throw new ClusterException(
          "'%s' failed: %s%s"
              .formatted(
                  String.join(" ", line),
                  printed,
                  input.isEmpty() ? "" : "\n    of: " + input.strip().replace("\n", "; ")));
    }
    return printed;
  }
}
