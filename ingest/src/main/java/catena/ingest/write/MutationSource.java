// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.Updates;
import catena.graph.WriteOrder;
import catena.graph.function.Expressions;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.ColumnVisibility;

/**
 * Computes stretches of one writer's writes and adds them to a batch writer.
 *
 * <p>The hot loop of ingest: per entry it makes the mutation and its buffer, nothing else. One
 * thread uses a source at a time.
 */
public final class MutationSource {
  /** What a mutation holds of an entry besides value and visibility: columns, lengths, flags. */
  private static final int OVERHEAD = 24;

  /** Stands for a timestamp that the server sets. */
  private static final long NO_TIME = -1;

  private static final byte[] NO_ROW = new byte[0];

  private final int writer;
  private final WriteOrder order;
  private final EntryEncoder encoder;

  /** Whether the client sets the timestamps of updates. */
  private final boolean timed;

  /** How often each mutation puts its entry; if more than once, the client sets the timestamps. */
  private final int copies;

  /** Cells of a row; each mutation puts or deletes all of them. */
  private final int columns;

  /** Most steps of a block; timestamps count steps, so that a later write is newer. */
  private final long steps;

  /** The graph's visibilities, made once; empty if each row has its own. */
  private final Optional<ColumnVisibility[]> visibilities;

  /** The writes of one writer of a graph. */
  public MutationSource(Graph graph, int writer) {
    this.writer = writer;
    this.order = new WriteOrder(graph);
    this.encoder = new EntryEncoder(graph);
    this.timed = graph.spec().updates().timed();
    this.copies = graph.spec().cells().copies();
    this.columns = graph.spec().cells().columns();
    this.steps = 2L * graph.spec().depth();
    this.visibilities = kept(graph.spec());
  }

  private static Optional<ColumnVisibility[]> kept(GraphSpec spec) {
    Expressions expressions = spec.expressions();
    return expressions.ownForEachRow()
        ? Optional.empty()
        : Optional.of(
            IntStream.range(0, spec.visibilities().size())
                .mapToObj(choice -> new ColumnVisibility(expressions.of(choice, NO_ROW)))
                .toArray(ColumnVisibility[]::new));
  }

  /**
   * Adds the writes from a position on; they must not reach beyond the end of its step.
   *
   * @throws MutationsRejectedException if the batch writer failed, with these writes or earlier
   */
  public void add(Position from, int count, BatchWriter to) throws MutationsRejectedException {
    Step step = order.step(writer, from.block(), from.step());
    if (step == Step.UPDATE) {
      for (int i = 0; i < count; i++) {
        to.addMutation(update(new Position(from.block(), from.step(), from.index() + i)));
      }
      return;
    }
    long time = copies == 1 ? NO_TIME : from.block() * steps + from.step() + 1;
    long window = order.window(writer, from);
    int index = order.index(writer, from);
    for (int i = 0; i < count; i++) {
      to.addMutation(
          switch (step) {
            case LAYER, CLOSE -> written(window, index + i, step == Step.CLOSE, time);
            case DELETE -> delete(window, index - i, time);
            case UPDATE -> throw new IllegalStateException("updates have their own nodes");
          });
    }
  }

  private Mutation update(Position at) {
    encoder.encodeUpdate(order.updated(writer, at), order.count(at));
    return put(timed ? Updates.FIRST_TIME + order.count(at) : NO_TIME);
  }

  private Mutation written(long window, int index, boolean closing, long time) {
    encoder.encode(writer, window, index, closing);
    return put(time);
  }

  private Mutation put(long time) {
    byte[] value = encoder.value();
    Mutation mutation = mutation(value.length);
    for (int i = 0; i < copies; i++) {
      put(time, value, mutation);
    }
    for (int cell = 1; cell < columns; cell++) {
      encoder.encodeCell(cell);
      put(time, encoder.value(), mutation);
    }
    return mutation;
  }

  private void put(long time, byte[] value, Mutation to) {
    if (time == NO_TIME) {
      to.put(encoder.family(), encoder.qualifier(), visibility(), value);
    } else {
      to.put(encoder.family(), encoder.qualifier(), visibility(), time, value);
    }
  }

  private Mutation delete(long window, int index, long time) {
    encoder.encodeKey(writer, window, index);
    Mutation mutation = mutation(0);
    if (copies == 1) {
      mutation.putDelete(encoder.family(), encoder.qualifier(), visibility());
    } else {
      mutation.putDelete(encoder.family(), encoder.qualifier(), visibility(), time);
    }
    for (int cell = 1; cell < columns; cell++) {
      encoder.encodeCellKey(cell);
      mutation.putDelete(encoder.family(), encoder.qualifier(), visibility());
    }
    return mutation;
  }

  private Mutation mutation(int valueLength) {
    byte[] row = encoder.row();
    int size = copies * columns * (OVERHEAD + encoder.visibilityBytes().length + valueLength);
    return new Mutation(row, 0, row.length, size);
  }

  /** Parsed for each entry that has its own, as in any client of Accumulo. */
  private ColumnVisibility visibility() {
    return visibilities.isPresent()
        ? visibilities.get()[encoder.visibility()]
        : new ColumnVisibility(encoder.visibilityBytes());
  }
}
