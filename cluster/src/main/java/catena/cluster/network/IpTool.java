// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs {@code ip} of iproute2, the only tool that the network of hosts needs. */
public record IpTool(Path program) {
  /** The tool, if it is installed; it often lies where only root's path leads. */
  static Optional<IpTool> find() {
    return ShortCommand.find("ip").map(IpTool::new);
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
   * @throws ClusterException if it fails, with what it prints
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
    return ShortCommand.output(line, input);
  }
}
