// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import catena.graph.GraphSpec;
import catena.records.words.UsageException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which table a run writes, and the graph that the table holds; {@code graph.json}.
 *
 * <p>One flat object: the graph's parameters as {@link GraphSpec#toProperties} names them, and
 * {@code table}, {@code table.id} and {@code instance.id}.
 */
public record GraphFile(String table, String tableId, String instanceId, GraphSpec spec) {
  private static final String TABLE = "table";
  private static final String TABLE_ID = "table.id";
  private static final String INSTANCE_ID = "instance.id";

  /** Writes it into a run directory. */
  public void writeTo(RunDirectory directory) throws IOException {
    Map<String, String> flat = new LinkedHashMap<>();
    flat.put(TABLE, table);
    flat.put(TABLE_ID, tableId);
    flat.put(INSTANCE_ID, instanceId);
    flat.putAll(spec.toProperties());
    directory.writeAtomically(
        directory.graph(), Json.PRETTY.writeValueAsBytes(flat), "the graph's parameters");
  }

  /**
   * Reads that of a run directory; empty if it has none.
   *
   * @throws IOException if it cannot be read or is no such file
   */
  public static Optional<GraphFile> read(RunDirectory directory) throws IOException {
    Optional<byte[]> content = directory.read(directory.graph());
    return content.isEmpty() ? Optional.empty() : Optional.of(parse(directory, content.get()));
  }

  private static GraphFile parse(RunDirectory directory, byte[] content) throws IOException {
    try {
      Map<String, String> flat =
          Json.LINES.readValue(content, new TypeReference<LinkedHashMap<String, String>>() {});
      String table = flat.remove(TABLE);
      String tableId = flat.remove(TABLE_ID);
      String instanceId = flat.remove(INSTANCE_ID);
      return new GraphFile(table, tableId, instanceId, GraphSpec.fromProperties(flat));
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(directory.graph() + " is no graph: " + e.getMessage(), e);
    }
  }

  /**
   * The table that a run wrote, if its directory names one.
   *
   * @throws UsageException if it cannot be read
   */
  public static Optional<GraphFile> ofRun(RunDirectory run) {
    try {
      return read(run);
    } catch (IOException e) {
      throw new UsageException(
          "The table of " + run.display() + " is not known: " + e.getMessage());
    }
  }
}
