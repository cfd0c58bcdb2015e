// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import catena.graph.function.Mix;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/** The entries of a graph, put together from texts: slow, plain, and the reference of tests. */
public final class PlainEntries {
  private final Graph graph;
  private final GraphSpec spec;

  public PlainEntries(Graph graph) {
    this.graph = graph;
    this.spec = graph.spec();
  }

  public Entry first(int writer, long window, int index) {
    int layer = graph.layer(window);
    String previous =
        layer == 0
            ? ""
            : "%016x".formatted(graph.row(writer, window - 1, target(writer, window - 1, index)));
    return entry(writer, window, index, layer, previous);
  }

  /** The node of a window that a link points to, found among all of them. */
  private int target(int writer, long window, int index) {
    int rank = rank(index);
    return spec.links().byRow()
        ? IntStream.range(0, spec.flushInterval())
            .boxed()
            .sorted(Comparator.comparing(i -> graph.row(writer, window, i)))
            .toList()
            .get(rank)
        : rank;
  }

  /** The last target whose links begin at or before the index, found one by one. */
  private int rank(int index) {
    int target = 0;
    if (spec.links().even()) {
      return index;
    }
    double all = area(spec.flushInterval());
    for (int t = 1; t < spec.flushInterval(); t++) {
      if (Math.ceil(spec.flushInterval() * (area(t) / all)) <= index) {
        target = t;
      }
    }
    return target;
  }

  /** The integral of x^-exponent from 1 to t + 1. */
  private double area(int t) {
    double rise = 1 - spec.links().exponent();
    double log = StrictMath.log(t + 1.0);
    return rise == 0 ? log : StrictMath.expm1(rise * log) / rise;
  }

  public Entry closing(int writer, long window, int index) {
    long last = window + spec.depth() - 1;
    String previous = "%016x".formatted(graph.row(writer, last, index + 1));
    return entry(writer, window, index, spec.depth(), previous);
  }

  private Entry entry(int writer, long window, int index, int step, String previous) {
    long ofWriter = Mix.mix(Mix.mix(spec.seed(), 3), writer);
    long content = Mix.mix(Mix.mix(ofWriter, window), index);
    long count = (graph.block(window) * (spec.depth() + 1L) + step) * spec.flushInterval() + index;
    byte[] row = bytes("%016x".formatted(graph.row(writer, window, index)));
    long upper = content >>> 32;
    long lower = content & 0xffffffffL;
    byte[] family = bytes("%04x".formatted((upper * spec.maxFamily()) >>> 32));
    byte[] qualifier = bytes("%04x".formatted((lower * spec.maxQualifier()) >>> 32));
    byte[] visibility =
        expression(graph.visibility(writer, window, index), new String(row, ISO_8859_1))
            .getBytes(UTF_8);
    String links = graph.uuid(writer) + ":" + "%016x".formatted(count) + ":" + previous + ":";
    byte[] body = bytes(links + payload(content));
    String checksum = "";
    if (spec.checksum()) {
      CRC32 crc = new CRC32();
      crc.update(row);
      crc.update(family);
      crc.update(qualifier);
      crc.update(visibility);
      crc.update(body);
      checksum = "%08x".formatted(crc.getValue());
    }
    byte[] value = bytes(new String(body, ISO_8859_1) + checksum);
    return new Entry(row, family, qualifier, visibility, value);
  }

  /** As formats.md has it. */
  private String expression(int choice, String row) {
    String base = spec.visibilities().get(choice);
    boolean unique = spec.visibilityScope() == GraphSpec.VisibilityScope.UNIQUE;
    int terms = spec.visibilityTerms().number();
    if (terms == 0 && !unique) {
      return base;
    }
    String end = (base.contains("&") ? "(" + base + ")" : base) + (unique ? "|" + row : "");
    int left = spec.visibilityTerms().bytes() - end.getBytes(UTF_8).length;
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < terms; i++) {
      int size = (left - terms) / terms + (i < (left - terms) % terms ? 1 : 0);
      StringBuilder term = new StringBuilder(".");
      for (long hash = Mix.mix(choice, i); term.length() < size; ) {
        hash = Mix.mix(hash, term.length());
        term.append("%016x".formatted(hash));
      }
      all.append(term, 0, size).append('|');
    }
    return all + end;
  }

  private String payload(long content) {
    int size = new EntryNumbers.PayloadSource(spec.payload()).size(content);
    if (size < 0) {
      return "";
    }
    byte[] payload = new byte[size];
    payload(content, size, payload, 0);
    return new String(payload, ISO_8859_1) + ":";
  }

  /** Byte by byte. */
  static void payload(long content, int size, byte[] to, int at) {
    long state = Mix.mix(content, 3);
    long bits = 0;
    for (int i = 0; i < size; i++) {
      if (i % Long.BYTES == 0) {
        bits = Mix.mix(state += 0x9e3779b97f4a7c15L);
      }
      to[at + i] = (byte) bits;
      bits >>>= Byte.SIZE;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
