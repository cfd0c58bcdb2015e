// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import static catena.harness.instance.ZooKeepers.ask;

import catena.harness.instance.EphemeralHold;
import catena.records.run.Json;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.zookeeper.KeeperException;

/** The members of a run, a node for each slot, and how far each is; for any thread. */
public final class Members implements Closeable {
  /**
   * What a worker writes about itself in ZooKeeper while it takes part.
   *
   * @param host its host's name
   * @param pid of its process there
   * @param clock of its host, compared with that of ZooKeeper's leader
   * @param generation of the order to which {@link #step} refers; 0 before the first
   * @param step how far it is with that order's phase
   */
  public record Member(
      WorkerId worker, String host, long pid, ClockOffset clock, int generation, Step step) {
    /** How far a worker is with a phase. */
    public enum Step {
      /** It has joined, and has reported nothing about a phase. */
      JOINED,
      /** It can begin, or has begun. */
      READY,
      /** Its share is over, and the outcome is in the run directory. */
      DONE
    }

    /** A worker that joins. */
    public Member(WorkerId worker, String host, long pid, ClockOffset clock) {
      this(worker, host, pid, clock, 0, Step.JOINED);
    }

    /** The same worker at a step of a phase. */
    public Member at(int ofGeneration, Step itsStep) {
      return new Member(worker, host, pid, clock, ofGeneration, itsStep);
    }

    /** Whether it has reached a step of a phase. */
    public boolean has(Step come, int inGeneration) {
      return generation == inGeneration && step.compareTo(come) >= 0;
    }

    /** {@code worker 3, process 17 on host-1}. */
    public String inWords() {
      return worker.inWords() + ", process " + pid + " on " + host;
    }
  }

  private final CuratorFramework curator;
  private final String root;

  /** What this process wrote about itself last; null before that. */
  private Member said;

  private Optional<EphemeralHold> place = Optional.empty();

  /** The pushed state; null before {@link #watch}. */
  private volatile CuratorCache cache;

  /** The members below a path. */
  Members(CuratorFramework curator, String root) {
    this.curator = curator;
    this.root = root;
  }

  /**
   * Writes which member this process is, and how far: in the node of its slot, which it creates if
   * it does not exist. It does not use Curator's {@code PersistentNode}, which overwrites an
   * existing node of any owner (5.8.0), so that two processes would have one slot.
   *
   * @return false if another process has the slot, or an ended session of this process
   */
  public synchronized boolean say(Member me) throws IOException {
    said = me;
    String path = root + "/" + said.worker().slot();
    byte[] content = Json.LINES.writeValueAsBytes(said);
    return ask(
        "say " + said.step(),
        () -> {
          if (place.isEmpty() || !place.get().say(content)) {
            place = EphemeralHold.take(curator, path, content, Duration.ZERO);
          }
          return place.isPresent();
        });
  }

  /** Writes the same again if the session that wrote it is over. */
  public synchronized boolean sayAgain() throws IOException {
    boolean there =
        place.isPresent() && ask("know the session", () -> place.get().isOfThisSession());
    return there || say(said);
  }

  /** The current members by slot, read from ZooKeeper. */
  public NavigableMap<Integer, Member> asked() throws IOException {
    NavigableMap<Integer, Member> members = new TreeMap<>();
    for (String slot : ask("list " + root, this::slots)) {
      FleetNodes.read(curator, root + "/" + slot, Member.class, null)
          .ifPresent(member -> members.put(member.worker().slot(), member));
    }
    return members;
  }

  private List<String> slots() throws Exception {
    try {
      return curator.getChildren().forPath(root);
    } catch (KeeperException.NoNodeException e) {
      return List.of(); // no member yet
    }
  }

  /**
   * Has ZooKeeper push the members' nodes from now on; to be called once.
   *
   * @param changed run by a Curator thread after each change
   * @param limit until which the first state must arrive
   * @throws UsageException if it does not arrive: a server before 3.6 pushes nothing
   */
  public void watch(Runnable changed, Duration limit) throws IOException, InterruptedException {
    CountDownLatch first = new CountDownLatch(1);
    cache = CuratorCache.build(curator, root);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forAll((type, before, now) -> changed.run())
                .forInitialized(first::countDown)
                .build());
    cache.start();
    if (!first.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new UsageException(
          "ZooKeeper does not push what changes: it has to be 3.6 or later, and to answer within "
              + Amounts.span(limit));
    }
  }

  /**
   * The members as ZooKeeper has pushed them so far.
   *
   * @throws IOException if a member's node cannot be read
   */
  public List<Member> pushed() throws IOException {
    List<Member> pushed = new ArrayList<>();
    for (ChildData each : cache.stream().toList()) {
      if (each.getPath().startsWith(root + "/")) {
        pushed.add(Json.LINES.readValue(each.getData(), Member.class));
      }
    }
    return pushed;
  }

  /** Ends the pushing. */
  @Override
  public void close() {
    if (cache != null) {
      cache.close();
    }
  }
}
