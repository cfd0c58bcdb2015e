package catena.cluster.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was changed outside of a cluster's directory, a line each, so that another process can undo
 * it.
 *
 * @param file there as long as there is a line
 */
record KeptLines(Path file) {
  /** All of them, in order. */
  Set<String> read() throws IOException {
    return Files.exists(file) ? new TreeSet<>(Files.readAllLines(file)) : new TreeSet<>();
  }

  /** Adds a line unless it is there; to be called before the change. */
  void add(String line) throws IOException {
    Set<String> lines = read();
    if (lines.add(line)) {
      write(lines);
    }
  }

  /** Removes a line; to be called when the change is undone. */
  void remove(String line) throws IOException {
    Set<String> lines = read();
    if (lines.remove(line)) {
      write(lines);
    }
  }

  private void write(Set<String> lines) throws IOException {
    if (lines.isEmpty()) {
      Files.deleteIfExists(file);
    } else {
      Path fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.write(fresh, List.copyOf(lines));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
