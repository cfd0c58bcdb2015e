package catena.graph;

import catena.graph.function.Mix;
import java.util.Arrays;

/** What all entries of one writer have in common. */
final class WriterKeys {
  /** Where the UUID's parts lie: four of eight bytes, and one of four. */
  static final int SECOND = 8;

  static final int THIRD = 16;
  static final int FOURTH = 24;
  static final int LAST = 32;

  final int writer;

  private final long windowSeed;
  private final long contentSeed;

  /** The text of its UUID, as numbers of which the highest byte is the first. */
  final long uuid1;

  final long uuid2;
  final long uuid3;
  final long uuid4;
  final int uuid5;

  /** What the checksums of its entries have in common. */
  final int linkSum;

  final int headSum;

  private WriterKeys(Graph graph, int writer) {
    this.writer = writer;
    this.windowSeed = graph.windowSeed(writer);
    this.contentSeed = graph.contentSeed(writer);
    byte[] uuid = new byte[NodeCodec.UUID];
    graph.uuid(writer, uuid);
    this.uuid1 = Hex.eight(uuid, 0);
    this.uuid2 = Hex.eight(uuid, SECOND);
    this.uuid3 = Hex.eight(uuid, THIRD);
    this.uuid4 = Hex.eight(uuid, FOURTH);
    this.uuid5 = Hex.four(uuid, LAST);
    this.linkSum = EntryChecksum.linkOf(uuid);
    this.headSum = EntryChecksum.headOf(uuid);
  }

  /** From what follows in which strata the nodes of a window lie. */
  long windowKey(long window) {
    return Mix.continued(windowSeed, window);
  }

  /** What the hashes of a window's nodes are continued from, each with its index. */
  long contentKey(long window) {
    return Mix.key(Mix.continued(contentSeed, window));
  }

  /** Writes the UUID at the beginning of a value. */
  void writeUuid(byte[] value) {
    Hex.eight(value, 0, uuid1);
    Hex.eight(value, SECOND, uuid2);
    Hex.eight(value, THIRD, uuid3);
    Hex.eight(value, FOURTH, uuid4);
    Hex.four(value, LAST, uuid5);
  }

  /** Whether a value, long enough for it, begins with the UUID. */
  boolean isUuid(byte[] value) {
    return Hex.eight(value, 0) == uuid1
        && Hex.eight(value, SECOND) == uuid2
        && Hex.eight(value, THIRD) == uuid3
        && Hex.eight(value, FOURTH) == uuid4
        && Hex.four(value, LAST) == uuid5;
  }

  /** The keys of the writers that were asked for, kept: readers go from one to another. */
  static final class Kept {
    /** Enough for any run: of writers beyond, those of the same place drive one another out. */
    private static final int MOST = 1 << 16;

    private final Graph graph;
    private WriterKeys[] kept = new WriterKeys[16];

    Kept(Graph graph) {
      this.graph = graph;
    }

    WriterKeys of(int writer) {
      WriterKeys found = kept[writer & kept.length - 1];
      return found != null && found.writer == writer ? found : make(writer);
    }

    private WriterKeys make(int writer) {
      while (writer >= kept.length && kept.length < MOST) {
        kept = Arrays.copyOf(kept, 2 * kept.length);
      }
      WriterKeys fresh = new WriterKeys(graph, writer);
      kept[writer & kept.length - 1] = fresh;
      return fresh;
    }
  }
}
