// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import catena.graph.GraphSpec;
import catena.records.settings.Layer;
import catena.records.settings.Texts;
import catena.records.words.Nearest;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.google.common.primitives.Longs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * A property file of YCSB, such as its {@code workloads/workloada}, read as it is.
 *
 * <p>Names and defaults are those of YCSB's {@code CoreWorkload} and {@code Client}.
 */
final class WorkloadFile {
  /** Properties of YCSB that have no effect here, with the reason. */
  private static final Map<String, String> WITHOUT_EFFECT =
      Texts.table(WorkloadFile.class, "without-effect");

  /** Properties that are followed: by the setting that is another name for it, or else by code. */
  private static final Map<String, String> FOLLOWED = Texts.table(WorkloadFile.class, "followed");

  private final String file;
  private final Map<String, Layer.Entry> entries = new LinkedHashMap<>();

  private WorkloadFile(String file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws UsageException with each property that YCSB does not have
   */
  static WorkloadFile read(String file) {
    WorkloadFile read = new WorkloadFile(file);
    Problems problems = new Problems();
    for (Layer.Entry entry : Layer.ofNamedFile(file).entries()) {
      if (entry.key().equals("exportfile") || !isExported(entry)) {
        problems.add(
            "%s: %s=%s is not followed: the figures are in ycsb.txt in the run directory, as YCSB's TextMeasurementsExporter writes them; leave it out"
                .formatted(entry.origin(), entry.key(), entry.text()));
      } else if (entry.key().equals("writeallfields") && !isTrue(entry)) {
        problems.add(
            "%s: writeallfields=%s is not followed: an update writes all fields of a record at once, so that each record shows one update, and a field that is older than the others is found; say true, or load records of one field (fieldcount=1)"
                .formatted(entry.origin(), entry.text()));
      } else if (known().contains(entry.key())) {
        read.entries.put(entry.key(), entry);
      } else {
        problems.add(
            "%s: %s is no property of YCSB's core workload that is known here%s"
                .formatted(entry.origin(), entry.key(), Nearest.hint(entry.key(), known())));
      }
    }
    problems.throwIfAny();
    return read;
  }

  private static boolean isExported(Layer.Entry entry) {
    return !entry.key().equals("exporter") || entry.text().endsWith("TextMeasurementsExporter");
  }

  /** As YCSB reads it: all else is false. */
  private static boolean isTrue(Layer.Entry entry) {
    return Boolean.parseBoolean(entry.text());
  }

  private static List<String> known() {
    List<String> all = new ArrayList<>(FOLLOWED.keySet());
    all.addAll(WITHOUT_EFFECT.keySet());
    return all;
  }

  /** How many clients there are, if it says so. */
  List<Layer.Entry> clients() {
    List<Layer.Entry> settings = new ArrayList<>();
    rename("threadcount", "ycsb.clients", settings);
    return settings;
  }

  /**
   * The settings that it makes, except for the number of clients.
   *
   * @param clients how many there are; they share what the file gives to all of its threads
   * @throws UsageException with each value that should be a number and is none
   */
  List<Layer.Entry> settings(int clients) {
    Problems problems = new Problems();
    List<Layer.Entry> settings = new ArrayList<>();
    FOLLOWED.forEach((name, key) -> rename(name, key, settings));
    requests(settings);
    if (entries.containsKey("readallfields")) {
      String fields = isTrue(entries.get("readallfields")) ? "all" : "one";
      settings.add(new Layer.Entry("ycsb.read.fields", fields, origin("readallfields")));
    }
    problems.check(
        () -> {
          add(
              "operationcount",
              "ycsb.count",
              all -> Long.toString((all + clients - 1) / clients),
              settings);
          add("target", "ycsb.rate", all -> Double.toString((double) all / clients), settings);
          add("maxexecutiontime", "ycsb.duration", seconds -> seconds + "s", settings);
        });
    problems.throwIfAny();
    return settings;
  }

  private void rename(String name, String key, List<Layer.Entry> to) {
    if (entries.containsKey(name) && !key.isEmpty()) {
      to.add(new Layer.Entry(key, entries.get(name).text(), origin(name)));
    }
  }

  /** The distribution that it asks for, with its numbers. */
  private void requests(List<Layer.Entry> to) {
    Layer.Entry asked = entries.get("requestdistribution");
    if (asked != null) {
      boolean exact = asked.text().equals("zipfian") && entries.containsKey("zipfianconstant");
      String word = exact ? "zipf" : asked.text();
      String text = word + numbers(word);
      to.add(new Layer.Entry("ycsb.requests", text, origin("requestdistribution")));
    }
  }

  private String numbers(String word) {
    return switch (word) {
      case "zipf", "latest" -> ":" + text("zipfianconstant", "0.99");
      case "hotspot" ->
          ":" + text("hotspotdatafraction", "0.2") + ":" + text("hotspotopnfraction", "0.8");
      case "exponential" ->
          ":"
              + text("exponential.percentile", "95")
              + ":"
              + text("exponential.frac", "0.8571428571");
      default -> "";
    };
  }

  private String text(String name, String otherwise) {
    Layer.Entry entry = entries.get(name);
    return entry == null ? otherwise : entry.text();
  }

  /** Adds a setting if the file has a number above 0 for it. */
  private void add(String name, String key, LongFunction<String> text, List<Layer.Entry> to) {
    long number = number(name).orElse(0);
    if (number > 0) {
      to.add(new Layer.Entry(key, text.apply(number), origin(name)));
    }
  }

  private String origin(String name) {
    return entries.get(name).origin() + " (" + name + ")";
  }

  /** The whole number of a property, if the file has it. */
  private OptionalLong number(String name) {
    Layer.Entry entry = entries.get(name);
    if (entry == null) {
      return OptionalLong.empty();
    }
    Long number = Longs.tryParse(entry.text());
    if (number == null || number < 0) {
      throw new UsageException(
          "%s: %s=%s is no whole number of at least 0"
              .formatted(entry.origin(), name, entry.text()));
    }
    return OptionalLong.of(number);
  }

  /** The properties in the file that have no effect here, a line each. */
  List<String> notes() {
    return entries.values().stream()
        .filter(entry -> WITHOUT_EFFECT.containsKey(entry.key()))
        .filter(entry -> !entry.key().equals("workload"))
        .map(
            entry ->
                "%s: %s has no effect: %s"
                    .formatted(entry.origin(), entry.key(), WITHOUT_EFFECT.get(entry.key())))
        .toList();
  }

  /** Finds where the file asks for other rows, or lengths of values, than a table has. */
  void checkTable(GraphSpec table, Problems problems) {
    boolean hashed = text("insertorder", "").equals("hashed"); // all else is in order, in YCSB
    problems.unless(
        !entries.containsKey("insertorder") || hashed != table.rows().ordered(),
        "%s says insertorder=%s, and the table differs: make it with graph.rows=%s"
            .formatted(file, text("insertorder", ""), hashed ? "even" : "ordered"));
    String lengths = text("fieldlengthdistribution", "constant");
    long columns = number("fieldcount").orElse(table.cells().columns());
    long least = Math.max(1, number("minfieldlength").orElse(1));
    String drawn = "zipf:%d:%d:0.99".formatted(least - 1, number("fieldlength").orElse(100));
    boolean same = columns == table.cells().columns() && drawn.equals(table.payload().text());
    problems.unless(
        lengths.equals("constant") || (lengths.equals("zipfian") && same),
        "%s says fieldlengthdistribution=%s, and the table differs: make it with graph.columns=%d and graph.payload=%s (zipfian)"
            .formatted(file, lengths, columns, drawn));
  }

  /**
   * Finds where the file differs from the table that was loaded.
   *
   * @param records how many there are
   * @param columns cells of a record
   * @param payload bytes of the value of a cell in addition to its link
   */
  void check(long records, int columns, long payload, Problems problems) {
    OptionalLong count = number("recordcount");
    problems.unless(
        count.isEmpty() || count.getAsLong() == records,
        "%s says recordcount=%d, and %d records were loaded: a client loads graph.depth × graph.flush.interval of them, and then its graph.flush.interval − 1 closing rewrites (ingest.entries)"
            .formatted(file, count.orElse(0), records));
    if ((entries.containsKey("fieldcount") || entries.containsKey("fieldlength"))
        && text("fieldlengthdistribution", "constant").equals("constant")) {
      long fields = number("fieldcount").orElse(10);
      long length = number("fieldlength").orElse(100);
      problems.unless(
          (columns == fields && payload == length) || (columns == 1 && payload == fields * length),
          "%s asks for records of %d fields of %d bytes (fieldcount, fieldlength), and those of the table have %d of %d: make it with graph.columns=%d and graph.payload=fixed:%d, or one cell for all of them with graph.payload=fixed:%d"
              .formatted(file, fields, length, columns, payload, fields, length, fields * length));
    }
  }
}
