// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import catena.ingest.write.OperationWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.lang3.function.FailableSupplier;

/** The writers as which the clients of one phase write; for any thread. */
public final class ClientWriters {
  /** For clients that only read. */
  public static final ClientWriters NONE =
      new ClientWriters(
          List.of(),
          () -> {
            throw new IllegalStateException("these clients only read");
          });

  private final List<OperationWriter> updaters;
  private final FailableSupplier<OperationWriter, IOException> source;
  private final List<List<Integer>> inserting = new ArrayList<>();

  /**
   * Writers of one phase.
   *
   * @param updaters those that have loaded the records; empty if nothing is updated
   * @param source gives a new one that inserts with each call; throws if the graph has no room for
   *     one more
   */
  public ClientWriters(
      List<OperationWriter> updaters, FailableSupplier<OperationWriter, IOException> source) {
    this.updaters = List.copyOf(updaters);
    this.source = source;
  }

  /** The writer as which a client updates; no two have the same. */
  OperationWriter updater(int client) {
    return updaters.get(client);
  }

  /**
   * A new writer, as which a client inserts.
   *
   * @param generation how many of them the client had before
   */
  synchronized OperationWriter inserter(int generation) throws IOException {
    OperationWriter opened = source.get();
    while (inserting.size() <= generation) {
      inserting.add(new ArrayList<>());
    }
    inserting.get(generation).add(opened.number());
    return opened;
  }

  /** The numbers of those that insert, each generation together, oldest first. */
  synchronized List<List<Integer>> inserting() {
    return inserting.stream().map(List::copyOf).toList();
  }
}
