package catena.trace.record;

import catena.graph.judge.FindingKind;
import catena.records.history.Missing;
import catena.records.history.TabletHistory;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** All that the files of a run say about what was lost and what happened. */
public final class RunRecord {
  /** The findings that say that a write is gone. */
  static final Set<FindingKind> TRACED =
      EnumSet.of(
          FindingKind.LOST, FindingKind.STALE, FindingKind.RESURRECTED, FindingKind.UNDEFINED);

  /** Orders findings at random, but always in the same way, and all of one row together. */
  private record DrawKey(long draw, FindingKind kind, String row) implements Comparable<DrawKey> {
    private static final Comparator<DrawKey> ORDER =
        Comparator.comparingLong(DrawKey::draw)
            .thenComparing(DrawKey::row)
            .thenComparing(DrawKey::kind);

    static DrawKey of(Finding finding) {
      long draw = Hashing.murmur3_128().hashUnencodedChars(finding.row()).asLong();
      return new DrawKey(draw, finding.kind(), finding.row());
    }

    @Override
    public int compareTo(DrawKey other) {
      return ORDER.compare(this, other);
    }
  }

  private final TabletHistory tablets = new TabletHistory();
  private final ServerHistory servers = new ServerHistory();
  private final TreeMap<DrawKey, Finding> findings = new TreeMap<>();
  private final Map<FindingKind, Long> untraced = new EnumMap<>(FindingKind.class);
  private final Missing missing = new Missing();
  private final int most;
  private long leftOut;
  private WriteHosts hosts;
  private Optional<GraphFile> graph = Optional.empty();
  private SortedMap<String, String> settings = new TreeMap<>();

  private RunRecord(int most) {
    this.most = most;
  }

  /**
   * Reads a run, which may be going on, or have been cut off.
   *
   * @param most findings that are kept, drawn evenly from all; the rest are counted
   * @throws IOException if the directory cannot be listed
   */
  public static RunRecord read(RunDirectory run, int most) throws IOException {
    RunRecord record = new RunRecord(most);
    TolerantReader reader = new TolerantReader(run, record.missing);
    record.graph = reader.graph();
    record.settings = reader.settings();
    // Without the file nothing was verified: the readers may have found something.
    boolean unused = reader.findings(record::add);
    reader.journals(record::accept);
    record.hosts = new WriteHosts(record.tablets, record.servers.faults());
    return record;
  }

  private void accept(Event event) {
    tablets.accept(event);
    servers.accept(event);
    if (event instanceof Event.FindingSeen seen) {
      add(seen.finding());
    }
  }

  /** The first that names a row knows most: verification comes before the readers. */
  private void add(Finding finding) {
    DrawKey key = DrawKey.of(finding);
    if (!TRACED.contains(finding.kind())) {
      untraced.merge(finding.kind(), finding.number(), Long::sum);
    } else if (finding.number() > 1) {
      leftOut += finding.number(); // of several windows: no row of it is named but the first
    } else if (findings.containsKey(key)) {
      findings.merge(key, finding, RunRecord::earlier);
    } else {
      findings.put(key, finding);
      if (findings.size() > most) {
        findings.pollLastEntry();
        leftOut++;
      }
    }
  }

  private static Finding earlier(Finding known, Finding again) {
    return again.foundMillis() >= known.foundMillis() ? known : known.foundAt(again.foundMillis());
  }

  Collection<Finding> findings() {
    return findings.values();
  }

  /** How many findings there are beside those that were drawn. */
  public long leftOut() {
    return leftOut;
  }

  /** Where the tablets were seen. */
  public TabletHistory tablets() {
    return tablets;
  }

  /** What happened to the servers. */
  public ServerHistory servers() {
    return servers;
  }

  /** Who took the writes of each tablet. */
  public WriteHosts hosts() {
    return hosts;
  }

  /** The table and its graph, if the run's file of them can be read. */
  public Optional<GraphFile> graph() {
    return graph;
  }

  /** What the run's settings say of a key, empty if nothing. */
  public String setting(String key) {
    return settings.getOrDefault(key, "");
  }

  /** What the reader of the result should know about the record, one sentence each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(missing.sentences());
    if (tablets.isEmpty()) {
      notes.add("where the tablets were hosted was not recorded during the run");
    }
    if (graph.isEmpty()) {
      notes.add("the run has no graph.json: writers and windows are as the findings name them");
    }
    untraced.forEach((kind, n) -> notes.add(n + " " + kind + " are no lost writes: not traced"));
    return notes;
  }
}
