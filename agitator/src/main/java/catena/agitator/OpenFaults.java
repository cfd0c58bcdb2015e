// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The faults of one agitator that are not healed yet, as its file lists them.
 *
 * @param run the run's directory, whose journals are to record their outcome; older files lack it
 * @param client under which the agitator writes its journal
 */
record OpenFaults(Optional<String> run, Optional<String> client, List<InjectedFault> faults) {
  /** Copies the faults. */
  OpenFaults {
    faults = List.copyOf(faults);
  }

  /** Nothing open, of no particular agitator. */
  static OpenFaults none() {
    return new OpenFaults(Optional.empty(), Optional.empty(), List.of());
  }

  /** The same agitator's with these faults open. */
  OpenFaults with(List<InjectedFault> open) {
    return new OpenFaults(run, client, open);
  }

  /** Where the file of a directory is. */
  static Path file(Path place) {
    return place.resolve(RunDirectory.OPEN_FAULTS);
  }

  /**
   * The content of a directory's file; nothing if there is no file. A file of an older version is a
   * list of faults alone.
   */
  static OpenFaults read(Path place) throws IOException {
    return Files.exists(file(place)) ? parse(Files.readAllBytes(file(place))) : none();
  }

  /** The same of a run directory on any file system; nothing if there is no file. */
  static OpenFaults read(RunDirectory run) throws IOException {
    Optional<byte[]> content = run.read(run.openFaults());
    return content.isPresent() ? parse(content.get()) : none();
  }

  /** Replaces the file of a directory, which goes when nothing is open. */
  void writeTo(Path place) throws IOException {
    Path file = file(place);
    if (faults.isEmpty()) {
      Files.deleteIfExists(file);
    } else {
      Path next = place.resolve("." + file.getFileName() + ".next");
      Files.write(next, bytes());
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Replaces the file of a run directory on any file system, which goes when nothing is open. */
  void writeTo(RunDirectory run) throws IOException {
    if (faults.isEmpty()) {
      boolean unused = run.fileSystem().delete(run.openFaults(), false);
    } else {
      run.writeAtomically(run.openFaults(), bytes(), "the open faults");
    }
  }

  private static OpenFaults parse(byte[] content) throws IOException {
    JsonNode json = Json.LINES.readTree(content);
    if (json.isEmpty()) { // else nothing would seem to be open
      throw new IOException("the list of open faults, " + RunDirectory.OPEN_FAULTS + ", is empty");
    }
    return json.isArray()
        ? none().with(Json.LINES.convertValue(json, new TypeReference<List<InjectedFault>>() {}))
        : Json.LINES.treeToValue(json, OpenFaults.class);
  }

  /** What the file holds. */
  private byte[] bytes() throws IOException {
    return Json.LINES.writeValueAsBytes(this);
  }
}
