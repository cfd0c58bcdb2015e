// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.scenario.witness.Sightings.ProcessChange;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The processes of a local cluster, as {@code /proc} has them; each poll is {@link #poll}. */
final class ProcessWatch {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final char GONE = 'X';

  private final Path proc;
  private final Path pidFiles;
  private final Map<Path, FileTime> read = new HashMap<>();
  private final Map<Long, ProcessChange> now = new TreeMap<>();
  private final List<ProcessChange> changes = new ArrayList<>();
  private long before;

  /**
   * A watch that has not looked yet.
   *
   * @param pidFiles the directory of files such as {@code tserver-1.pid}
   */
  ProcessWatch(Path proc, Path pidFiles) {
    this.proc = proc;
    this.pidFiles = pidFiles;
  }

  /** Polls all processes that were ever named. */
  synchronized void poll(long at) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(pidFiles)) {
      try (Stream<Path> all = Files.list(pidFiles)) {
        all.filter(file -> file.toString().endsWith(".pid")).forEach(files::add);
      }
    }
    for (Path file : files) {
      learn(file, at);
    }
    for (ProcessChange last : List.copyOf(now.values())) {
      char state = state(last.pid());
      if (state != last.state()) {
        change(last.server(), last.pid(), last.port(), state, at);
      }
    }
    before = at;
  }

  private void learn(Path file, long at) throws IOException {
    try {
      FileTime modified = Files.getLastModifiedTime(file);
      if (modified.equals(read.get(file))) {
        return;
      }
      JsonNode process = JSON.readTree(Files.readString(file));
      long pid = process.path("pid").asLong();
      int port = process.path("ports").path("client").asInt();
      if (pid != 0) {
        read.put(file, modified);
        if (!now.containsKey(pid) || now.get(pid).port() != port) {
          String server = file.getFileName().toString().replaceFirst("\\.pid$", "");
          change(server, pid, port, state(pid), at);
        }
      }
    } catch (NoSuchFileException e) {
      read.remove(file); // stopped meanwhile
    } catch (com.fasterxml.jackson.core.JacksonException e) {
      read.remove(file); // being written
    }
  }

  private void change(String server, long pid, int port, char state, long at) {
    // Whether it runs or waits for something is all the same.
    char coarse = "RSDI".indexOf(state) >= 0 ? 'S' : state;
    ProcessChange last = now.get(pid);
    if (last == null || last.state() != coarse || last.port() != port) {
      ProcessChange change =
          new ProcessChange(before == 0 ? at : before, at, server, pid, port, coarse);
      changes.add(change);
      if (coarse == GONE) {
        now.remove(pid);
      } else {
        now.put(pid, change);
      }
    }
  }

  private char state(long pid) throws IOException {
    try {
      String stat = Files.readString(proc.resolve(pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (NoSuchFileException e) {
      return GONE;
    } catch (IOException e) {
      if (Files.exists(proc.resolve(Long.toString(pid)))) {
        throw e;
      }
      return GONE; // while it was read
    }
  }

  synchronized List<ProcessChange> changes() {
    return List.copyOf(changes);
  }
}
