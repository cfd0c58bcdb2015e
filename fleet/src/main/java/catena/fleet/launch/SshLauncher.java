// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.settings.LineFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Starts workers on other hosts, with an ssh for each: its output, its exit status and its end are
 * those of the worker.
 *
 * <p>The worker has a terminal on its host, although it reads no input: without a terminal it would
 * not notice that the ssh has ended; with one it is asked to end then, as by Ctrl-C.
 */
public final class SshLauncher extends LocalLauncher {
  /** The value of {@code --launch}. */
  public static final String NAME = "ssh";

  /** The file that lists the hosts. */
  public static final Setting<String> HOSTS =
      Setting.ofString(
          "fleet.ssh.hosts.file",
          "the hosts of --launch ssh, a line for each worker, as ssh names them; --hosts sets it");

  private static final Setting<String> SSH =
      Setting.ofString(
          "fleet.ssh.command", "ssh", "the ssh of --launch ssh, and its options: ssh -p 2222");

  private static final Setting<String> HOME =
      Setting.ofString(
          "fleet.ssh.home",
          "where Catena is on the hosts of --launch ssh (empty: where it is on this one)");

  private static final Setting<String> PROPERTIES =
      Setting.ofString(
          "fleet.ssh.properties",
          "the client properties file on the hosts of --launch ssh (empty: at the path of -c)");

  /** A host that cannot be reached is reported after 10 s, one that died after 15 s. */
  private static final List<String> OPTIONS =
      List.of(
          "-tt",
          "-oBatchMode=yes",
          "-oConnectTimeout=10",
          "-oServerAliveInterval=5",
          "-oServerAliveCountMax=3",
          "-oLogLevel=ERROR");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(HOSTS, SSH, HOME, PROPERTIES);
  }

  /**
   * The host of each slot.
   *
   * @throws UsageException if no file is named, or it cannot be read or has too few lines
   */
  public static List<String> hosts(String file, int workers) {
    if (file.isEmpty()) {
      throw new UsageException("--launch ssh needs --hosts FILE, with a line for each worker");
    }
    List<LineFile.SourceLine> lines = LineFile.read(HOSTS.key(), file);
    List<String> problems = new ArrayList<>();
    for (LineFile.SourceLine line : lines) {
      if (line.text().startsWith("-") || line.text().matches(".*\\s.*")) {
        problems.add(line.where() + " is no host: '" + line.text() + "'");
      }
    }
    if (lines.size() < workers) {
      problems.add(
          "%s has %d lines, and there are %d workers: add lines (a host that is named twice has two workers), or write --workers %d"
              .formatted(file, lines.size(), workers, lines.size()));
    }
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    return lines.stream().map(LineFile.SourceLine::text).toList();
  }

  @Override
  public void check(LaunchRequest request, Problems problems) {
    var unused = hosts(request.settings().get(HOSTS), request.workers());
  }

  @Override
  LocalWorkers workers(LaunchRequest request) {
    List<String> hosts = hosts(request.settings().get(HOSTS), request.workers());
    return new LocalWorkers(
        request, (slot, attempt) -> command(request, hosts.get(slot), slot, attempt), hosts::get);
  }

  private static List<String> command(LaunchRequest request, String host, int slot, int attempt) {
    Settings settings = request.settings();
    String home = settings.get(HOME);
    String named = settings.get(PROPERTIES);
    String properties =
        named.isEmpty() ? request.clientProperties().toAbsolutePath().toString() : named;
    List<String> there = new ArrayList<>();
    there.add((home.isEmpty() ? System.getProperty("catena.home", "") : home) + "/bin/catena");
    there.addAll(LaunchRequest.arguments(request.run(), slot, attempt, properties));
    List<String> words =
        new ArrayList<>(Splitter.on(' ').omitEmptyStrings().splitToList(settings.get(SSH)));
    words.addAll(OPTIONS);
    words.add(host);
    words.add(
        there.stream()
            .map(SshLauncher::quoted)
            .collect(Collectors.joining(" ", "stty -opost; exec ", " < /dev/null")));
    return words;
  }

  /** Quotes a word for the shell of the host. */
  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
