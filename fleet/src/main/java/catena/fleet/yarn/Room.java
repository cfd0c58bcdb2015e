package catena.fleet.yarn;

import java.util.List;
import java.util.Optional;

/**
 * How many containers of a size fit onto the nodes of YARN, beside that of the ApplicationMaster.
 *
 * @param nodes those that are at work
 * @param largest the most memory that a container may have, in MB
 */
record Room(List<Node> nodes, long largest) {
  /**
   * A node.
   *
   * @param memory all that containers may take, in MB
   * @param used what they take now
   */
  record Node(String name, long memory, long used) {
    long free() {
      return Math.max(0, memory - used);
    }
  }

  Room {
    nodes = List.copyOf(nodes);
  }

  /** How many workers fit if nobody else used the nodes. */
  long whole(long master, long worker) {
    return fit(nodes.stream().map(Node::memory).toList(), master, worker);
  }

  /** How many workers fit beside what runs now. */
  long free(long master, long worker) {
    return fit(nodes.stream().map(Node::free).toList(), master, worker);
  }

  /** The ApplicationMaster lies where it costs the workers least. */
  private static long fit(List<Long> memories, long master, long worker) {
    long all = 0;
    long best = Long.MIN_VALUE;
    for (long memory : memories) {
      long alone = memory / worker;
      all += alone;
      if (memory >= master) {
        best = Math.max(best, (memory - master) / worker - alone);
      }
    }
    return best == Long.MIN_VALUE ? 0 : all + best;
  }

  /**
   * Why so many workers can never run, however empty YARN is; empty if they can.
   *
   * @param master memory of the ApplicationMaster's container, in MB
   * @param worker memory of a worker's
   */
  Optional<String> refusal(int workers, long master, long worker) {
    String mend = ": fewer workers, a smaller fleet.yarn.heap, or more nodes";
    if (nodes.isEmpty()) {
      return Optional.of("YARN has no node at work: start its NodeManagers");
    }
    if (worker > largest) {
      return Optional.of(
          "YARN gives no container more than "
              + largest
              + " MB, and that of a worker needs "
              + worker
              + " MB: a smaller fleet.yarn.heap, or a greater"
              + " yarn.scheduler.maximum-allocation-mb");
    }
    long fit = whole(master, worker);
    return fit >= workers
        ? Optional.empty()
        : Optional.of(
            "YARN has room for "
                + fit
                + " workers of "
                + worker
                + " MB ("
                + memory()
                + ", of which the ApplicationMaster takes "
                + master
                + " MB), and "
                + workers
                + " are asked for"
                + mend);
  }

  /** What is free now, in words. */
  String now(long worker) {
    long free = nodes.stream().mapToLong(Node::free).sum();
    return free + " MB of its " + memory() + " are free, and a worker needs " + worker + " MB";
  }

  private String memory() {
    long all = nodes.stream().mapToLong(Node::memory).sum();
    return all + " MB on " + (nodes.size() == 1 ? "1 node" : nodes.size() + " nodes");
  }
}
