// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.UpdateOrder;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The records that there are, each with a number from 0 in the order in which they came; pure.
 *
 * <p>First come those of whole blocks that were loaded, the most popular one of each block, then
 * the next of each, in the order of popularity in which the graph updates them: so what is read
 * often is updated often. Then come those that clients have inserted, each client's in its order,
 * by turns.
 */
final class Records {
  private final Graph graph;
  private final UpdateOrder updates;
  private final int nodes;
  private final long blockSize;

  private record Block(int writer, long block) {}

  /** How many records a writer has inserted. */
  private record Inserted(int writer, long records) {}

  private final List<Block> blocks = new ArrayList<>();

  /** Those of clients that inserted at the same time, fewest first; the oldest come first. */
  private final List<List<Inserted>> generations = new ArrayList<>();

  private final long inserted;

  /**
   * The records that a promise acknowledges.
   *
   * @param inserting writers that insert, those that did so at the same time together, oldest first
   */
  Records(Graph graph, Promise promise, List<? extends Collection<Integer>> inserting) {
    this.graph = graph;
    this.updates = new UpdateOrder(graph.spec());
    this.nodes = graph.spec().flushInterval();
    this.blockSize = (long) nodes * graph.spec().depth();
    WriteOrder order = new WriteOrder(graph);
    Set<Integer> own = new HashSet<>();
    inserting.forEach(own::addAll);
    promise
        .writers()
        .forEach(
            (writer, progress) -> {
              if (!own.contains(writer)) {
                addBlocks(writer, order.windowsBegun(progress.acknowledged()), progress);
              }
            });
    long sum = 0;
    for (Collection<Integer> generation : inserting) {
      List<Inserted> all = new ArrayList<>();
      for (int writer : generation) {
        long records =
            promise.of(writer).map(progress -> records(progress.acknowledged())).orElse(0L);
        if (records > 0) {
          all.add(new Inserted(writer, records));
          sum += records;
        }
      }
      all.sort((a, b) -> Long.compare(a.records, b.records));
      generations.add(all);
    }
    this.inserted = sum;
  }

  private void addBlocks(int writer, long windows, Promise.Progress progress) {
    for (long block = 0; (block + 1) * graph.spec().depth() <= windows; block++) {
      boolean whole =
          !progress.acknowledged().isBefore(new Position(block, graph.spec().depth(), 0));
      if (whole && !graph.isDeleted(writer, block)) {
        blocks.add(new Block(writer, block));
      }
    }
  }

  /** How many records the first writes before a point make. */
  private long records(Position at) {
    long ofBlock =
        at.step() < graph.spec().depth() ? (long) at.step() * nodes + at.index() : blockSize;
    return at.block() * blockSize + ofBlock;
  }

  /** How many there are. */
  long size() {
    return loaded() + inserted;
  }

  /** How many were loaded. */
  long loaded() {
    return blocks.size() * blockSize;
  }

  /** The record of a number below {@link #size}. */
  Node node(long number) {
    return number < loaded() ? ofLoaded(number) : ofInserted(size() - 1 - number);
  }

  private Node ofLoaded(long number) {
    Block block = blocks.get((int) (number % blocks.size()));
    return updates.popular(block.writer, block.block, number / blocks.size());
  }

  /**
   * An inserted record by its age.
   *
   * @param age 0 for the newest
   */
  private Node ofInserted(long age) {
    long left = age;
    for (int i = generations.size() - 1; i >= 0; i--) {
      List<Inserted> generation = generations.get(i);
      long before = 0;
      for (int j = 0; j < generation.size(); j++) {
        int writers = generation.size() - j;
        long rounds = generation.get(j).records - before;
        if (left < rounds * writers) {
          Inserted by = generation.get(j + (int) (left % writers));
          return nth(by.writer, by.records - 1 - before - left / writers);
        }
        left -= rounds * writers;
        before = generation.get(j).records;
      }
    }
    throw new IllegalArgumentException("no record of age " + age + " of " + inserted);
  }

  private Node nth(int writer, long record) {
    return new Node(writer, record / nodes, (int) (record % nodes));
  }
}
