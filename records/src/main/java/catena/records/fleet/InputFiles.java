// SPDX-License-Identifier: Apache-2.0
package catena.records.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.run.RunDirectory;
import catena.records.settings.LineFile;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;

/**
 * Copies of the files that settings of a run name, in {@code inputs/} of its directory: a worker
 * reads those, since its host may not have them, or have others under the same names.
 */
public final class InputFiles {
  private InputFiles() {}

  /**
   * Puts copies into the run directory. A file that cannot be read is left out: the reader that
   * needs it reports that.
   *
   * @param named paths as settings have them
   */
  public static void store(RunDirectory run, Collection<String> named) throws IOException {
    for (String file : named) {
      try {
        run.writePrivately(
            run.input(copy(file)), Files.readAllBytes(LineFile.find(file)), "a copy of " + file);
      } catch (NoSuchFileException e) {
        // the setting's own reader reports it
      }
    }
  }

  /** Has this process read the copies from now on, wherever a setting names such a file. */
  public static void use(RunDirectory run) throws IOException {
    Map<String, List<String>> copies = new HashMap<>();
    if (run.fileSystem().exists(run.inputs())) {
      for (FileStatus file : run.fileSystem().listStatus(run.inputs())) {
        Optional<byte[]> content = run.read(file.getPath());
        content.ifPresent(
            bytes ->
                copies.put(file.getPath().getName(), new String(bytes, UTF_8).lines().toList()));
      }
    }
    LineFile.copies(named -> Optional.ofNullable(copies.get(copy(named))));
  }

  /** The name of the copy: a hash of the path, which makes it unique, and the file's own name. */
  private static String copy(String file) {
    String last = file.substring(file.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9.-]", "_");
    return Hashing.sha256().hashString(file, UTF_8).toString().substring(0, 16) + "-" + last;
  }
}
