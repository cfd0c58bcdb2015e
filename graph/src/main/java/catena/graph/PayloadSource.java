package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.ZipfSize;

/** The payloads of a graph's values, each computed from its node's content hash. */
final class PayloadSource {
  private final Payload payload;
  private final ZipfSize zipf;

  PayloadSource(Payload payload) {
    this.payload = payload;
    this.zipf =
        payload instanceof Payload.Zipf z ? new ZipfSize(z.max() - z.min(), z.exponent()) : null;
  }

  /** How many bytes a node's payload has; -1 where values have none and no separator for one. */
  int size(long contentHash) {
    if (payload instanceof Payload.Zipf z) {
      return z.min() + zipf.of(Mix.mix(contentHash, 2));
    }
    return payload instanceof Payload.Fixed fixed ? fixed.size() : -1;
  }

  /** Writes a node's payload: bytes of all values alike. */
  void write(long contentHash, int size, byte[] to, int at) {
    long state = Mix.mix(contentHash, 3);
    long bits = 0;
    for (int i = 0; i < size; i++) {
      if (i % Long.BYTES == 0) {
        bits = Mix.mix(state += 0x9e3779b97f4a7c15L);
      }
      to[at + i] = (byte) bits;
      bits >>>= Byte.SIZE;
    }
  }
}
