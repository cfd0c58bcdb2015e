// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.graph.Graph;
import catena.graph.judge.FindingKind;
import catena.records.history.Missing;
import catena.records.history.RunPlan;
import catena.records.history.TabletHistory;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.run.RunLayout;
import catena.records.verdict.Finding;
import catena.records.words.UsageException;
import com.google.common.hash.Hashing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * All that the files of a run record about what was lost and what happened. If the run verified the
 * writes of other runs, it includes their ledgers and records.
 */
public final class RunRecord implements Closeable {
  /** The findings that say that a write is gone, or a part of it. */
  static final Set<FindingKind> TRACED =
      EnumSet.of(
          FindingKind.LOST,
          FindingKind.STALE,
          FindingKind.TORN,
          FindingKind.RESURRECTED,
          FindingKind.UNDEFINED);

  /** Milliseconds. */
  private static final long STRETCH = 10_000;

  private final RunDirectory run;
  private final List<RunDirectory> others = new ArrayList<>();
  private final List<String> unread = new ArrayList<>();
  private final Set<String> judged = new TreeSet<>();

  /** The stretches of {@link #STRETCH} in which something was recorded, by their numbers. */
  private final Set<Long> recorded = new HashSet<>();

  /**
   * When runs and commands began and ended that recorded it, milliseconds since 1970; for each the
   * stretch before or behind it, in which something is recorded if another went on.
   */
  private final NavigableMap<Long, Long> edges = new TreeMap<>();

  private long first = Long.MAX_VALUE;

  private TabletHistory tablets = new TabletHistory();
  private List<String> unhosted = List.of();
  private final ServerHistory servers = new ServerHistory();

  /** By {@link #draw}. */
  private final TreeMap<String, Finding> findings = new TreeMap<>();

  private final Map<FindingKind, Long> untraced = new EnumMap<>(FindingKind.class);
  private final Missing missing = new Missing();
  private final int most;
  private boolean foundAny;
  private long leftOut;
  private long again; // findings of rows that are kept by others
  private long unnamed;
  private WriteHosts hosts;
  private Optional<GraphFile> graph = Optional.empty();
  private SortedMap<String, String> settings = new TreeMap<>();

  private RunRecord(RunDirectory run, int most) {
    this.run = run;
    this.most = most;
  }

  /**
   * Reads a run, which may be going on, or have been cut off.
   *
   * @param most findings that are kept, drawn evenly from all; the rest are counted
   * @throws IOException if the directory cannot be listed
   */
  public static RunRecord read(RunDirectory run, int most) throws IOException {
    RunRecord record = new RunRecord(run, most);
    TolerantReader reader = new TolerantReader(run, record.missing);
    record.settings = settings(reader, run);
    record.graph = reader.graph();
    record.journals(reader, record::accept);
    record.unhosted = record.tablets.unhosted();
    if (!record.judged.isEmpty()) {
      record.readOthers();
      reader.journals(record.tablets::accept); // behind theirs, as the tablets went on
    }
    // Without the file nothing was verified: the readers may have found something.
    boolean file = reader.findings(record.graph.map(GraphFile::spec).map(Graph::new), record::add);
    if (record.foundAny) {
      reader.journaled(file, record::add);
    }
    record.hosts = new WriteHosts(record.tablets, record.servers.faults());
    return record;
  }

  /** The file has the last part's; those of which another part had another value are empty. */
  private static SortedMap<String, String> settings(TolerantReader reader, RunDirectory run) {
    SortedMap<String, String> settings = reader.settings();
    reader.json(run.phases(), RunPlan.class).stream()
        .flatMap(plan -> plan.phases().stream())
        .flatMap(phase -> phase.settings().values().stream())
        .forEach(
            own ->
                settings.replaceAll(
                    (key, last) -> own.getOrDefault(key, last).equals(last) ? last : ""));
    return settings;
  }

  private void journals(TolerantReader reader, Consumer<Event> each) throws IOException {
    reader.journals(
        event -> {
          first = Math.min(first, event.at());
          recorded.add(event.at() / STRETCH);
          if (event instanceof Event.RunStarted) {
            edges.put(event.at(), event.at() / STRETCH - 1);
          } else if (event instanceof Event.RunEnded) {
            edges.put(event.at(), event.at() / STRETCH + 1);
          }
          each.accept(event);
        });
  }

  /** Reads the records of the runs whose ledgers this run verified; they precede its own. */
  private void readOthers() throws IOException {
    tablets = new TabletHistory();
    for (String each : judged) {
      try {
        others.add(RunDirectory.open(each, run.fileSystem().getConf()));
      } catch (UsageException e) {
        unread.add(each);
      }
    }
    for (RunDirectory other : others) {
      TolerantReader reader = new TolerantReader(other, missing);
      graph = graph.or(reader::graph);
      settings.putAll(settings(reader, other)); // it wrote; the one that judges only reads
      journals(
          reader,
          event -> {
            tablets.accept(event);
            servers.accept(event);
          });
    }
  }

  private void accept(Event event) {
    tablets.accept(event);
    servers.accept(event);
    foundAny |= event instanceof Event.FindingSeen;
    if (event instanceof Event.LedgersRead read) {
      judged.addAll(read.runs());
    }
  }

  /**
   * The first finding of a row has the most details: verification precedes the readers. If a wrong
   * row is also referred to by others, that is no second loss.
   */
  private void add(Finding finding) {
    String key = draw(finding.row());
    if (!TRACED.contains(finding.kind())) {
      untraced.merge(finding.kind(), finding.number(), Long::sum);
    } else if (finding.number() > 1) {
      leftOut += finding.number(); // of several windows: no row of it is named but the first
      unnamed += finding.number();
    } else if (findings.containsKey(key)) {
      findings.merge(key, finding, RunRecord::both);
      again++;
    } else {
      findings.put(key, finding);
      if (findings.size() > most) {
        findings.pollLastEntry();
        leftOut++;
      }
    }
  }

  /** Orders rows at random, but always in the same way. */
  private static String draw(String row) {
    return Hashing.murmur3_128().hashUnencodedChars(row) + row;
  }

  private static Finding both(Finding known, Finding again) {
    Finding kept = known.kind() == FindingKind.UNDEFINED ? again : known;
    return kept.foundAt(Math.min(known.foundMillis(), again.foundMillis()));
  }

  /** The directories that hold ledgers and journals: the run's own, and those it judged by. */
  List<RunDirectory> directories() {
    return Stream.concat(Stream.of(run), others.stream()).toList();
  }

  /**
   * Whether what was read records all of the time from a write until its loss was found. Between
   * the end of one run or command and the begin of the next no faults are recorded; not more than
   * some seconds of that are taken as recorded. The end of one that was killed is not known, nor
   * what stood in a part of a journal that cannot be read.
   */
  public boolean covers(Loss loss) {
    return first <= loss.written()
        && loss.written() < loss.found() // clocks may differ
        && missing.sentences().stream().noneMatch(RunLayout::isAboutRecord)
        && servers.isWhole()
        && edges.subMap(loss.written(), false, loss.found(), false).values().stream()
            .allMatch(
                stretch ->
                    stretch <= loss.written() / STRETCH
                        || stretch >= loss.found() / STRETCH
                        || recorded.contains(stretch));
  }

  /** The runs that this one judged by and that are not there. */
  public List<String> unread() {
    return List.copyOf(unread);
  }

  /** The tablets that had no host when this run's own recording ended. */
  public List<String> unhosted() {
    return unhosted;
  }

  Collection<Finding> findings() {
    return findings.values();
  }

  /** How many findings there are but for those drawn, if as many share a row as of these do. */
  public long leftOut() {
    return unnamed + (leftOut - unnamed) * findings.size() / Math.max(1, findings.size() + again);
  }

  /** Where the tablets were seen. */
  public TabletHistory tablets() {
    return tablets;
  }

  /** What happened to the servers. */
  public ServerHistory servers() {
    return servers;
  }

  /** Which servers took the writes of each tablet. */
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
    if (unnamed > 0) {
      notes.add("of " + unnamed + " only the number is known: not traced");
    }
    others.forEach(
        each -> notes.add("faults, tablets and journals of " + each.display() + " were read, too"));
    unread.forEach(each -> notes.add("the record of " + each + " was not read: it is not there"));
    return notes;
  }

  /** Closes the directories of the other runs. */
  @Override
  public void close() throws IOException {
    for (RunDirectory other : others) {
      other.close();
    }
  }
}
