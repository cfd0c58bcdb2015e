// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.ZipfSize;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The payloads of a graph's values, each computed from its node's content hash. */
final class PayloadSource {
  private static final long STEP = 0x9e3779b97f4a7c15L;

  /** The lowest byte comes first. */
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
    int end = at + size;
    int next = at;
    for (; next <= end - Long.BYTES; next += Long.BYTES) {
      EIGHT.set(to, next, Mix.mix(state += STEP));
    }
    for (long bits = Mix.mix(state + STEP); next < end; next++) {
      to[next] = (byte) bits;
      bits >>>= Byte.SIZE;
    }
  }
}
