// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The orders and the log of the agent in the JVM of each Accumulo server: files for each server, in
 * the agent's formats (docs/formats.md). Threads take turns; processes must.
 *
 * @param directory of the files
 */
public record Instrument(Path directory) {
  private static final int WORD = 1;
  private static final int ID = 2;
  private static final int NAME = 3;
  private static final int DOES = 4;

  /**
   * Puts something into force in a server, in place of what had the same id.
   *
   * @param id of one word
   * @param name of a mutant or of a fault's point
   * @param does {@code strike}, {@code delay:MILLISECONDS}, {@code throw} or {@code hang}
   * @param every how many times it is passed
   */
  public void order(ServerId server, String id, String name, String does, long every)
      throws IOException {
    write(directory, server, id, Optional.of("%s %s %s %d".formatted(id, name, does, every)));
  }

  /** Takes it back; nothing happens if it is not in force. */
  public void withdraw(ServerId server, String id) throws IOException {
    write(directory, server, id, Optional.empty());
  }

  private static synchronized void write(
      Path directory, ServerId server, String id, Optional<String> line) throws IOException {
    Path control = directory.resolve(server + ".control");
    List<String> lines =
        new ArrayList<>(Files.exists(control) ? Files.readAllLines(control) : List.of());
    lines.removeIf(each -> each.startsWith(id + " "));
    line.ifPresent(lines::add);
    Files.createDirectories(directory);
    Path fresh = directory.resolve(server + ".control.new");
    Files.write(fresh, lines, StandardCharsets.UTF_8);
    Files.move(fresh, control, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * What the agent of a server said since the server was started last: the fields of each line, the
   * time in milliseconds first. Nothing if there is no agent.
   */
  public List<List<String>> said(ServerId server) throws IOException {
    List<List<String>> lines = everSaid(server);
    int start = lines.size() - 1;
    while (start > 0 && !is(lines.get(start), "agent")) {
      start--;
    }
    return start < 0 ? lines : lines.subList(start, lines.size());
  }

  /** The same since there is a cluster. */
  public List<List<String>> everSaid(ServerId server) throws IOException {
    Path log = directory.resolve(server + ".log");
    if (!Files.exists(log)) {
      return List.of();
    }
    return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
        .map(line -> List.of(line.split("\t", -1)))
        .filter(fields -> fields.size() > ID)
        .toList();
  }

  /**
   * Whether the agent of a server has said that it obeys what has this id, and not the opposite.
   */
  public boolean isInForce(ServerId server, String id) throws IOException {
    boolean on = false;
    for (List<String> line : said(server)) {
      if (line.get(ID).equals(id) && (is(line, "on") || is(line, "off"))) {
        on = is(line, "on");
      }
    }
    return on;
  }

  /** The defects that were in force in a server at a moment or later. */
  public SortedSet<String> mutants(ServerId server, long from) throws IOException {
    SortedSet<String> mutants = new TreeSet<>();
    for (List<String> line : everSaid(server)) {
      boolean before = Long.parseLong(line.get(0)) < from;
      boolean mutant = line.size() > DOES && line.get(DOES).equals("strike");
      if (mutant && is(line, "on")) {
        mutants.add(line.get(NAME));
      } else if (mutant && is(line, "off") && before) {
        mutants.remove(line.get(NAME));
      } else if (is(line, "agent") && before) {
        mutants.clear(); // of a process that has ended
      }
    }
    return mutants;
  }

  /** How often the agent of a server did what has this id. */
  public long strikes(ServerId server, String id) throws IOException {
    return said(server).stream()
        .filter(line -> is(line, "strike") && line.get(ID).equals(id))
        .count();
  }

  /**
   * Why something cannot be done in a server, if it cannot: there is no agent, or no such point.
   */
  public Optional<String> whyNot(ServerId server, String name) throws IOException {
    List<List<String>> points =
        said(server).stream()
            .filter(line -> is(line, "point") && line.get(ID).equals(name))
            .toList();
    if (points.isEmpty()) {
      return Optional.of(server + " has no agent, or one that knows no point '" + name + "'");
    }
    return points.stream()
        .filter(line -> !line.get(NAME).equals("there"))
        .findFirst()
        .map(line -> "point not there in " + server + ": " + name + ", " + line.get(NAME + 1));
  }

  private static boolean is(List<String> line, String word) {
    return line.get(WORD).equals(word);
  }
}
