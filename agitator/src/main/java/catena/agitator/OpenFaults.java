// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

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

  /** A directory of this machine that has such a file, be it a run's or a cluster's. */
  static RunDirectory place(Path directory) throws IOException {
    return RunDirectory.on(
        FileSystem.getLocal(new Configuration(false)).getRaw(),
        new org.apache.hadoop.fs.Path(directory.toUri()));
  }

  /** The content of such a directory's file. */
  static OpenFaults read(Path directory) throws IOException {
    return read(place(directory));
  }

  /**
   * The content of a directory's file; nothing if there is no file. A file of an older version is a
   * list of faults alone.
   */
  static OpenFaults read(RunDirectory directory) throws IOException {
    Optional<byte[]> content = directory.read(directory.openFaults());
    return content.isPresent() ? parse(content.get()) : none();
  }

  /**
   * Replaces the file of a directory, which goes when nothing is open.
   *
   * @throws IOException also if the directory is gone, which is not made again
   */
  void writeTo(RunDirectory directory) throws IOException {
    if (faults.isEmpty()) {
      boolean unused = directory.fileSystem().delete(directory.openFaults(), false);
    } else {
      if (!directory.fileSystem().exists(directory.root())) {
        throw new IOException(directory.display() + " is gone");
      }
      byte[] content = Json.LINES.writeValueAsBytes(this);
      directory.writeAtomically(directory.openFaults(), content, "the open faults");
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
}
