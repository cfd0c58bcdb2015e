// SPDX-License-Identifier: Apache-2.0
package catena.bench.defects;

import catena.cluster.control.Instrument;
import catena.cluster.local.LocalCluster;
import catena.graph.Entry;
import catena.graph.EntryMatcher;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.harness.instance.ServerId;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a mutant struck, by the agent's own logs, and which of it must show, by graph and ledger.
 *
 * @param strikes how many there were: entries, and files and others of which no entry is known
 * @param entries that were struck, none twice
 * @param known whether the entries of each strike are known
 */
record StrikeBook(long strikes, List<StruckEntry> entries, boolean known) {
  private static final int WORD = 1;
  private static final int NAME = 3;
  private static final int WHAT = 4;
  private static final int TABLE = 5;

  /** Where the agent does not know the table. */
  private static final String ANY = "-";

  /**
   * An entry that was struck.
   *
   * @param at when, wall clock, milliseconds
   * @param deletes whether it is a delete
   * @param covers whether what it deletes was lost with it
   */
  record StruckEntry(long at, Entry entry, boolean deletes, boolean covers) {
    String row() {
      return NodeCodec.rowText(entry.row());
    }
  }

  /** What was struck under a name from a moment on, of one table: others may still be compacted. */
  static StrikeBook of(LocalCluster cluster, String mutant, String table, long from)
      throws IOException {
    Instrument instrument = cluster.instrument().orElseThrow();
    List<List<String>> lines = new ArrayList<>();
    for (ServerId server : cluster.spec().ids()) {
      lines.addAll(instrument.everSaid(server));
    }
    return of(lines, mutant, table, from);
  }

  /** The same, of the lines of agents' logs. */
  static StrikeBook of(List<List<String>> lines, String mutant, String table, long from) {
    List<StruckEntry> entries = new ArrayList<>();
    long others = 0;
    boolean known = true;
    for (List<String> line : lines) {
      long at = Long.parseLong(line.get(0));
      boolean strike =
          line.size() > TABLE
              && line.get(WORD).equals("strike")
              && line.get(NAME).equals(mutant)
              && Set.of(table, ANY).contains(line.get(TABLE));
      if (at >= from && line.get(WORD).equals("error")) {
        known = false;
      } else if (at >= from && strike && line.get(WHAT).equals("entry")) {
        entries.add(entry(at, line));
      } else if (at >= from && strike) {
        others++;
      }
    }
    boolean each = others == 0 || !entries.isEmpty();
    return new StrikeBook(others > 0 ? others : entries.size(), entries, known && each);
  }

  private static StruckEntry entry(long at, List<String> line) {
    Base64.Decoder bytes = Base64.getDecoder();
    Entry entry =
        new Entry(
            bytes.decode(line.get(6)),
            bytes.decode(line.get(7)),
            bytes.decode(line.get(8)),
            bytes.decode(line.get(9)),
            bytes.decode(line.get(12)));
    return new StruckEntry(at, entry, !line.get(11).equals("put"), line.get(11).equals("covering"));
  }

  /** The rows that a promise makes certain, by which strikes are distinguished. */
  static final class Truth {
    private final Graph graph;
    private final Expectation expectation;

    Truth(Graph graph, Promise promise) {
      this.graph = graph;
      this.expectation = new Expectation(graph, promise, any -> true);
    }

    /** By the graph and the ledgers of a run. */
    static Truth of(RunDirectory run) throws IOException {
      GraphFile file = GraphFile.read(run).orElseThrow();
      Graph graph = new Graph(file.spec());
      Ledgers.Home home =
          new Ledgers.Home(file.instanceId(), file.tableId(), file.spec().fingerprint());
      return new Truth(
          graph, new Ledgers(List.of(run), home, graph, KnownWriters.NONE).read().promise());
    }

    /** Whether the table is wrong without this entry: it is the newest there must be. */
    boolean mustShow(StruckEntry struck) {
      Optional<Node> node = graph.node(NodeCodec.row(struck.entry().row()));
      if (node.isEmpty()) {
        return false;
      }
      return struck.deletes()
          ? !struck.covers() && expectation.standing(node.get()) == Standing.ABSENT
          : expectation.isNewest(node.get(), struck.entry());
    }

    /** Whether nothing of the row must be there. */
    boolean isDeleted(StruckEntry struck) {
      return graph
          .node(NodeCodec.row(struck.entry().row()))
          .filter(node -> expectation.standing(node) == Standing.ABSENT)
          .isPresent();
    }

    /** Whether the entry is the first that its node ever had. */
    boolean isFirst(StruckEntry struck) {
      return graph
          .node(NodeCodec.row(struck.entry().row()))
          .filter(node -> new EntryMatcher(graph).matches(node, false, struck.entry()))
          .isPresent();
    }

    /** Whether something of the row must be there. */
    boolean isPromised(StruckEntry struck) {
      return graph
          .node(NodeCodec.row(struck.entry().row()))
          .filter(node -> expectation.standing(node) == Standing.PRESENT)
          .isPresent();
    }
  }

  /**
   * The rows of the strikes that must show. A delete that was struck does not where its entry was
   * struck too: then nothing is left that it would have deleted.
   *
   * @param mutant of which it depends: an older time matters only where there is a newer one, and
   *     what came back only where it was deleted, unless the delete came back with it
   */
  Set<String> mustShow(Mutant mutant, Truth truth) {
    if (mutant.name().equals("majc-file-back")) {
      return back(truth);
    }
    Set<String> puts =
        entries.stream()
            .filter(struck -> !struck.deletes())
            .map(StruckEntry::row)
            .collect(Collectors.toSet());
    Set<String> rows = new TreeSet<>();
    for (StruckEntry struck : entries) {
      boolean shows =
          mutant.load().keepsVersions() ? truth.isPromised(struck) : truth.mustShow(struck);
      shows &= !struck.deletes() || !puts.contains(struck.row());
      if (mutant.name().equals("time-back")) {
        shows &= struck.deletes() || !truth.isFirst(struck);
      }
      if (shows) {
        rows.add(struck.row());
      }
    }
    return rows;
  }

  private Set<String> back(Truth truth) {
    Set<String> rows = new TreeSet<>();
    entries.stream()
        .filter(struck -> !struck.deletes() && truth.isDeleted(struck))
        .forEach(struck -> rows.add(struck.row()));
    entries.stream().filter(StruckEntry::deletes).forEach(struck -> rows.remove(struck.row()));
    return rows;
  }
}
