package catena.records.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The files of one run, under one directory of any Hadoop file system. */
public final class RunDirectory implements Closeable {
  /** How long a file of a dead writer may take to become writable: HDFS needs some seconds. */
  public static final Duration LEASE_LIMIT = Duration.ofSeconds(90);

  /** What {@link #graph} is called, also where a setting's source is named. */
  public static final String GRAPH = "graph.json";

  /** What {@link #openFaults} is called; a cluster's own directory has such a file, too. */
  public static final String OPEN_FAULTS = "open-faults.json";

  /** What {@link #causes} is called. */
  public static final String CAUSES = "causes.json";

  /** What {@link #causesPage} is called. */
  public static final String CAUSES_PAGE = "causes.txt";

  private static final Pattern WRITER = Pattern.compile("writer-(\\d{5,9})\\.ledger");
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private final FileSystem fs;
  private final Path root;
  private final Replacement replacement;

  /** Whether it was named by a URI, which says of a local path that others have it, too. */
  private final boolean byUri;

  private RunDirectory(FileSystem fs, Path root, boolean byUri) {
    this.fs = fs;
    this.root = root;
    this.byUri = byUri;
    this.replacement = new Replacement(fs);
  }

  /**
   * Makes {@code <runs>/<yyyyMMdd-HHmmss>-<name>/}; a second run in the same second gets {@code -2}
   * and so on.
   *
   * @param runs a local path or the URI of a directory on any Hadoop file system
   * @throws UsageException if it cannot be written to, with the path and the reason
   */
  public static RunDirectory create(
      String runs, String name, Instant now, ZoneId zone, Configuration hadoop) {
    String stamped = STAMP.withZone(zone).format(now) + "-" + safe(name);
    return writable(
        runs,
        hadoop,
        (fs, parent) -> {
          fs.mkdirs(parent);
          Path root = new Path(parent, stamped);
          for (int n = 2; fs.exists(root); n++) {
            root = new Path(parent, stamped + "-" + n);
          }
          return root;
        });
  }

  /**
   * Opens or makes exactly this directory for writing.
   *
   * @throws UsageException if it cannot be written to, with the path and the reason
   */
  public static RunDirectory at(String directory, Configuration hadoop) {
    return writable(directory, hadoop, (fs, root) -> root);
  }

  /**
   * Opens a directory that an earlier process made, for reading; nothing is written.
   *
   * @throws UsageException if there is none
   */
  public static RunDirectory open(String directory, Configuration hadoop) {
    try {
      Path path = new Path(directory);
      FileSystem fs = fileSystem(path, hadoop);
      Path root = fs.makeQualified(path);
      if (!fs.exists(root) || !fs.getFileStatus(root).isDirectory()) {
        fs.close();
        throw new UsageException(
            "There is no run directory " + root + ": name the directory of an earlier run");
      }
      return new RunDirectory(fs, root, isUri(path));
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "The run directory " + directory + " cannot be read: " + Reasons.of(e));
    }
  }

  /**
   * A directory on a file system that the caller has opened.
   *
   * @param fs closed with this
   */
  public static RunDirectory on(FileSystem fs, Path root) {
    return new RunDirectory(fs, root, isUri(root));
  }

  /** Whether a run directory is named by a URI, and not by a path of this machine alone. */
  public static boolean isUri(String named) {
    return named.contains(":/");
  }

  private static boolean isUri(Path named) {
    return named.toUri().getScheme() != null;
  }

  /** Of the place that is chosen, given the file system and what the user named. */
  private static RunDirectory writable(
      String named,
      Configuration hadoop,
      FailableBiFunction<FileSystem, Path, Path, IOException> place) {
    try {
      Path path = new Path(named);
      FileSystem fs = fileSystem(path, hadoop);
      Path root = place.apply(fs, fs.makeQualified(path));
      fs.mkdirs(root);
      RunDirectory directory = new RunDirectory(fs, root, isUri(path));
      directory.probe();
      return directory;
    } catch (IOException | IllegalArgumentException | UncheckedIOException e) {
      throw new UsageException(
          "The run directory "
              + named
              + " cannot be written to: "
              + Reasons.of(e)
              + "; name another with --run-dir");
    }
  }

  private static FileSystem fileSystem(Path path, Configuration hadoop) throws IOException {
    URI uri = path.toUri();
    if (uri.getScheme() == null || uri.getScheme().equals("file")) {
      RawLocalFileSystem local = new RawLocalFileSystem();
      local.initialize(URI.create("file:///"), hadoop);
      return local;
    }
    // Own instance, not closed by Hadoop's shutdown hook: a ledger is closed after SIGTERM too.
    Configuration own = new Configuration(hadoop);
    own.setBoolean("fs.automatic.close", false);
    // Where HDFS has fewer DataNodes left than a file is to have replicas, it goes on with these.
    own.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
    return FileSystem.newInstance(uri, own);
  }

  /** Finds what would be wrong with a ledger here. */
  void probe() throws IOException {
    Path probe = path(".probe-" + UUID.randomUUID());
    try (AppendFile file = AppendFile.open(fs, probe, Duration.ZERO)) {
      // A full disk still takes empty files.
      file.write(new byte[8192]);
      file.sync();
      if (!file.canSync()) {
        throw new IOException(
            "this file system does not keep what is synced, as HDFS does not in a directory with"
                + " erasure coding (hdfs ec -getPolicy): a ledger would lose what it promised");
      }
    } finally {
      fs.delete(probe, false);
    }
  }

  /** The file system that holds the directory. */
  public FileSystem fileSystem() {
    return fs;
  }

  /** The directory itself, with its scheme. */
  public Path root() {
    return root;
  }

  /** The directory as a person would name it: a plain path when it is local. */
  public String display() {
    return fs instanceof RawLocalFileSystem ? root.toUri().getPath() : root.toString();
  }

  /** The directory as another process is told of it: by a URI if this one was. */
  public String reach() {
    return byUri ? root.toString() : display();
  }

  /** One of its files as a person would name it. */
  public String display(Path file) {
    return display() + "/" + nameOf(file);
  }

  /** The last part of the directory's name. */
  public String name() {
    return root.getName();
  }

  /** A path under the directory. */
  public Path path(String relative) {
    return new Path(root, relative);
  }

  /** {@code scenario.yaml}. */
  public Path scenario() {
    return path("scenario.yaml");
  }

  /** {@code phases.json}: what of the scenario this run is to do, worked out. */
  public Path phases() {
    return path("phases.json");
  }

  /** {@code sweep.json}: the runs below this directory that a sweep has made. */
  public Path sweep() {
    return path("sweep.json");
  }

  /** {@code budgets.json}: what was asked of the run's numbers, and what they came to. */
  public Path budgets() {
    return path("budgets.json");
  }

  /** {@code rate.json}: a search for the highest rate, as far as it has come. */
  public Path rate() {
    return path("rate.json");
  }

  /** {@code placement.csv}: how much of what was on which kind of disk, over time. */
  public Path placement() {
    return path("placement.csv");
  }

  /** {@code additions.csv}: the servers that were added while the run went on. */
  public Path additions() {
    return path("additions.csv");
  }

  /** {@code settings.properties}: the effective settings. */
  public Path settings() {
    return path("settings.properties");
  }

  /** {@code graph.json}: the parameters of the table's graph. */
  public Path graph() {
    return path(GRAPH);
  }

  /** {@code environment.json}. */
  public Path environment() {
    return path("environment.json");
  }

  /** {@code tested.json}: what was under test. */
  public Path tested() {
    return path("tested.json");
  }

  /** {@code configuration/system.properties}: how the instance is configured. */
  public Path systemConfiguration() {
    return path("configuration/system.properties");
  }

  /** {@code configuration/table-<name>.properties}: how a table is configured. */
  public Path tableConfiguration(String table) {
    return path("configuration/table-" + table + ".properties");
  }

  /** {@code junit.xml}: the verdict as a report of tests. */
  public Path junit() {
    return path("junit.xml");
  }

  /**
   * {@code results.csv} in the directory that holds run directories: a row for each.
   *
   * @param runs the directory of the runs
   */
  public static java.nio.file.Path results(java.nio.file.Path runs) {
    return runs.resolve("results.csv");
  }

  /** {@code results-<scenario>.json} beside it: those of one scenario, for Apache Otava. */
  public static java.nio.file.Path results(java.nio.file.Path runs, String scenario) {
    return runs.resolve("results-" + safe(scenario) + ".json");
  }

  /** {@code .results.lock}: held by whoever writes one of them. */
  public static java.nio.file.Path resultsLock(java.nio.file.Path runs) {
    return runs.resolve(".results.lock");
  }

  private static String safe(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "-");
  }

  /**
   * {@code plan.yaml}: which faults were to be done when.
   *
   * @param nth of the parts that did them, from 1: the second has {@code plan-2.yaml}
   */
  public Path plan(int nth) {
    return path(nth == 1 ? "plan.yaml" : "plan-" + nth + ".yaml");
  }

  /** {@code events/<client>.jsonl}. */
  public Path events(String client) {
    return path("events/" + client + ".jsonl");
  }

  /** {@code latency/<client>.hlog}. */
  public Path latency(String client) {
    return path("latency/" + client + ".hlog");
  }

  /** {@code stats/cluster.jsonl}: samples of the cluster and its tables. */
  public Path clusterSamples() {
    return path("stats/cluster.jsonl");
  }

  /** {@code stats/clients.jsonl}: samples of the run's own clients. */
  public Path clientSamples() {
    return path("stats/clients.jsonl");
  }

  /**
   * {@code stats/host-<host>.jsonl}: samples of a host; what no name of a file has is {@code _}.
   */
  public Path hostSamples(String host) {
    return path("stats/host-" + host.replaceAll("[^A-Za-z0-9._-]", "_") + ".jsonl");
  }

  /** {@code stats/stats.out}: samples of the cluster in the form of the original collector. */
  public Path classicSamples() {
    return path("stats/stats.out");
  }

  /** {@code stats/metrics.json}: what the names of the samples mean. */
  public Path metrics() {
    return path("stats/metrics.json");
  }

  /** {@code ledger/writer-<5 digits>.ledger}. */
  public Path ledger(int writer) {
    return path(String.format(Locale.ROOT, "ledger/writer-%05d.ledger", writer));
  }

  /** Whose ledger a file is by its name. */
  public static OptionalInt writerOf(Path ledger) {
    Matcher named = WRITER.matcher(ledger.getName());
    return named.matches() ? OptionalInt.of(Integer.parseInt(named.group(1))) : OptionalInt.empty();
  }

  /**
   * Sets the ledgers and {@code graph.json} of a table that is no more aside, in {@code
   * deleted/<table id>/}: what they promise can be found nowhere, and what the run writes from now
   * on is another table's.
   *
   * @throws IOException if it cannot be done; what was set aside stays there
   */
  public void setAside(String tableId) throws IOException {
    Path aside = path("deleted/" + tableId);
    fs.mkdirs(aside);
    for (Path each : List.of(path("ledger"), graph())) {
      Path there = new Path(aside, each.getName());
      if (fs.exists(each) && !fs.rename(each, there)) {
        throw new IOException(display(each) + " cannot be renamed to " + display(there));
      }
    }
  }

  /** Whether a path is called as ledgers are. */
  public static boolean isLedger(Path file) {
    return file.getName().endsWith(".ledger");
  }

  /** {@code logs/<command>.log}: what a command logged that is not in its journal. */
  public Path log(String command) {
    return path("logs/" + command + ".log");
  }

  /** {@code logs/<command>.out}: what a process printed that has no terminal. */
  public Path printed(String command) {
    return path("logs/" + command + ".out");
  }

  /** {@code fleet.json}: what the workers of the run work by. */
  public Path fleet() {
    return path("fleet.json");
  }

  /** {@code phases/<index>-<term>.json}: what a phase came to, as that term's coordinator says. */
  public Path phase(int index, int term) {
    return path("phases/" + index + "-" + term + ".json");
  }

  /** {@code phases/coordinator-<term>.json}: what a coordinator leaves to the next one. */
  public Path coordinator(int term) {
    return path("phases/coordinator-" + term + ".json");
  }

  /** {@code verdict-<term>.json}: the verdict of a run with workers, before it is published. */
  public Path verdict(int term) {
    return path("verdict-" + term + ".json");
  }

  /**
   * {@code shares/<generation>-<worker>.json}: what a worker's share of a phase came to.
   *
   * @param worker its slot, a dash and its attempt
   */
  public Path share(int generation, String worker) {
    return path("shares/" + generation + "-" + worker + ".json");
  }

  /** The names of all that there are: generation, worker, each behind the other with a dash. */
  public List<String> shares() throws IOException {
    return list("shares", ".json").stream()
        .map(file -> file.getName().replaceAll("\\.json$", ""))
        .toList();
  }

  /** {@code trials/<name>/}: a run directory of a check that was tried on a planted fault. */
  public Path trial(String name) {
    return path("trials/" + name);
  }

  /** {@code inputs}: copies of files that settings of a run with workers name. */
  public Path inputs() {
    return path("inputs");
  }

  /** One of {@link #inputs}. */
  public Path input(String name) {
    return path("inputs/" + name);
  }

  /** {@code selftest.txt}: what was planted, and which check found it. */
  public Path selftest() {
    return path("selftest.txt");
  }

  /** {@code verdict.json}. */
  public Path verdict() {
    return path("verdict.json");
  }

  /** {@code findings.jsonl}. */
  public Path findings() {
    return path("findings.jsonl");
  }

  /** A file of findings that is to take the place of {@link #findings}, another one each time. */
  public Path nextFindings() {
    return next(findings());
  }

  /** {@code open-faults.json}: faults that are not healed yet. */
  public Path openFaults() {
    return path(OPEN_FAULTS);
  }

  /** {@code causes.json}: the likeliest cause of each lost write. */
  public Path causes() {
    return path(CAUSES);
  }

  /** {@code causes.txt}: the same for a person. */
  public Path causesPage() {
    return path(CAUSES_PAGE);
  }

  /** {@code resumed-<milliseconds since 1970>.json}: with what the run was carried on then. */
  public Path resumption(long atMillis) {
    return path("resumed-" + atMillis + ".json");
  }

  /** {@code report.<extension>}. */
  public Path report(String extension) {
    return path("report." + extension);
  }

  /** {@code report/<name>}: one series or table of the report. */
  public Path reportSeries(String name) {
    return path("report/" + name);
  }

  /** What a file of the directory is called within it: {@code events/run.jsonl}. */
  public String nameOf(Path file) {
    return root.toUri().relativize(file.toUri()).getPath();
  }

  /** Whose file a journal or a latency log is: {@code ingest} of {@code events/ingest.jsonl}. */
  public static String client(Path file) {
    String name = file.getName();
    int ending = name.lastIndexOf('.');
    return ending < 0 ? name : name.substring(0, ending);
  }

  /** A hidden file beside another one, which it is to replace. */
  static Path next(Path file) {
    return new Path(file.getParent(), "." + file.getName() + ".next-" + UUID.randomUUID());
  }

  /** A hidden file beside another one, which says that a process writes that. */
  static Path claim(Path file) {
    return new Path(file.getParent(), "." + file.getName() + ".claim");
  }

  /** The ledgers there are, in the order of the writers' numbers. */
  public List<Path> ledgers() throws IOException {
    return list("ledger", ".ledger");
  }

  /** The journals there are, in the order of their names. */
  public List<Path> journals() throws IOException {
    return list("events", ".jsonl");
  }

  /** The latency logs there are, in the order of their names. */
  public List<Path> latencies() throws IOException {
    return list("latency", ".hlog");
  }

  /**
   * The files of samples there are but those of the clients, compressed or not, in the order of
   * their names.
   */
  public List<Path> samples() throws IOException {
    Set<Path> compressed = new HashSet<>(list("stats", ".jsonl" + Compressed.ENDING));
    return Stream.concat(compressed.stream(), list("stats", ".jsonl").stream())
        .filter(file -> !file.getName().matches("clients(-\\d+)?\\.jsonl(\\.gz)?"))
        .filter(file -> !compressed.contains(Compressed.of(file)))
        .sorted()
        .toList();
  }

  /** Whether a path is called as files of samples are while they are written. */
  public static boolean isSamples(Path file) {
    return file.getName().endsWith(".jsonl");
  }

  /** The files of samples in the form of the original collector, in the order of their names. */
  public List<Path> classics() throws IOException {
    return list("stats", ".out");
  }

  /**
   * The ledgers there are with their lengths, in the order of the writers' numbers, by one question
   * to the file system; one that is being written may be longer by now.
   */
  public SortedMap<Path, Long> ledgerLengths() throws IOException {
    return lengths("ledger", ".ledger");
  }

  /** The journals there are, with their lengths as {@link #ledgerLengths} has them. */
  public SortedMap<Path, Long> journalLengths() throws IOException {
    return lengths("events", ".jsonl");
  }

  /** The latency logs there are, with their lengths as {@link #ledgerLengths} has them. */
  public SortedMap<Path, Long> latencyLengths() throws IOException {
    return lengths("latency", ".hlog");
  }

  private SortedMap<Path, Long> lengths(String folder, String ending) throws IOException {
    SortedMap<Path, Long> lengths = new TreeMap<>();
    files(folder, ending).forEach(file -> lengths.put(file.getPath(), file.getLen()));
    return lengths;
  }

  /** The greatest term by which there is a {@link #phase} or a {@link #coordinator}; 0 if none. */
  public int lastTerm() throws IOException {
    return greatest("phases", ".*-|\\.json");
  }

  /** The greatest generation of a {@link #share}; 0 if there is none. */
  public int lastGeneration() throws IOException {
    return greatest("shares", "-.*");
  }

  /** The greatest of the numbers that names are without some of their characters. */
  private int greatest(String folder, String without) throws IOException {
    return list(folder, ".json").stream()
        .map(file -> file.getName().replaceAll(without, ""))
        .filter(number -> number.matches("\\d{1,9}"))
        .mapToInt(Integer::parseInt)
        .max()
        .orElse(0);
  }

  private List<Path> list(String folder, String ending) throws IOException {
    return files(folder, ending).stream().map(FileStatus::getPath).sorted().toList();
  }

  private List<FileStatus> files(String folder, String ending) throws IOException {
    try {
      return Arrays.stream(fs.listStatus(path(folder)))
          .filter(file -> file.getPath().getName().endsWith(ending))
          .toList();
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /**
   * Opens a file of lines at its end. Where another process holds it, or may still do so, or it was
   * {@link Compressed}, it is left alone, and the next one is opened: after {@code ingest.jsonl} it
   * is {@code ingest-2.jsonl}.
   */
  public AppendFile append(Path path) throws IOException {
    Optional<AppendFile> file = appendUnlessTaken(path);
    for (int n = 2; file.isEmpty(); n++) {
      file = appendUnlessTaken(numbered(path, n));
    }
    return file.get();
  }

  private Optional<AppendFile> appendUnlessTaken(Path path) throws IOException {
    return fs.exists(Compressed.of(path)) ? Optional.empty() : AppendFile.openUnlessHeld(fs, path);
  }

  private static Path numbered(Path file, int n) {
    String name = file.getName();
    int ending = name.lastIndexOf('.');
    return new Path(file.getParent(), name.substring(0, ending) + "-" + n + name.substring(ending));
  }

  /** The directory as a path of this machine; empty if it is on another file system. */
  public Optional<java.nio.file.Path> local() {
    return fs instanceof RawLocalFileSystem raw
        ? Optional.of(raw.pathToFile(root).toPath())
        : Optional.empty();
  }

  /** Begins a file anew, with its directory. */
  public OutputStream output(Path path) throws IOException {
    fs.mkdirs(path.getParent());
    // Hadoop's own local stream throws an Error when the disk is full.
    return fs instanceof RawLocalFileSystem local
        ? Files.newOutputStream(local.pathToFile(path).toPath())
        : fs.create(path, true);
  }

  /**
   * Replaces a file as a whole: a reader sees the old content or the new one.
   *
   * @param what named in the message of the exception
   */
  public void writeAtomically(Path path, byte[] content, String what) throws IOException {
    replacement.write(path, content, what, Optional.empty());
  }

  /**
   * As {@link #writeAtomically}; only the owner may read it, from its first byte on: a table's
   * properties and the words of a command may hold a secret.
   */
  public void writePrivately(Path path, byte[] content, String what) throws IOException {
    replacement.write(path, content, what, Optional.of("rw-------"));
  }

  /** Puts a finished file in the place of another: a reader sees the old one or the new one. */
  public void replace(Path from, Path to) throws IOException {
    replacement.replace(from, to);
  }

  /** The whole of a small file; empty if there is none. */
  public Optional<byte[]> read(Path path) throws IOException {
    try (InputStream in = fs.open(path)) {
      return Optional.of(in.readAllBytes());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes {@code settings.properties}, one {@code key=value} per line in the order of the keys;
   * for the owner's eyes only.
   */
  public void writeSettings(SortedMap<String, String> effective) throws IOException {
    writeProperties(settings(), effective, "the settings");
  }

  /**
   * Writes a file of properties as {@link #writeSettings} does.
   *
   * @param what named in the message of the exception
   */
  public void writeProperties(Path file, SortedMap<String, String> properties, String what)
      throws IOException {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, String> entry : properties.entrySet()) {
      lines.add(propertyLine(entry.getKey(), entry.getValue()));
    }
    byte[] content = (String.join("\n", lines) + "\n").getBytes(UTF_8);
    writePrivately(file, content, what);
  }

  /**
   * What {@code settings.properties} says; nothing if there is none.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public SortedMap<String, String> readSettings() throws IOException {
    return readProperties(settings());
  }

  /**
   * What a file that {@link #writeProperties} has written says; nothing if there is none.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public SortedMap<String, String> readProperties(Path file) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(new String(read(file).orElse(new byte[0]), UTF_8)));
    } catch (IllegalArgumentException e) {
      throw new IOException(file.getName() + " is damaged: " + e.getMessage(), e);
    }
    SortedMap<String, String> read = new TreeMap<>();
    properties.forEach((key, value) -> read.put((String) key, (String) value));
    return read;
  }

  private static String propertyLine(String key, String value) throws IOException {
    Properties one = new Properties();
    one.setProperty(key, value);
    // To a stream the JDK writes ASCII with escapes, to a writer it does not.
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    one.store(text, null);
    return text.toString(US_ASCII)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .findFirst()
        .orElseThrow();
  }

  /** Closes the file system, which no other part of the process uses. */
  @Override
  public void close() throws IOException {
    fs.close();
  }
}
