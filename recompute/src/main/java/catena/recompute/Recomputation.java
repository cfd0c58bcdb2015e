package catena.recompute;

import catena.recompute.raw.RawReader;
import catena.recompute.raw.RawRun;
import catena.recompute.rule.Recomputed;
import catena.recompute.sheet.CsvCheck;
import catena.recompute.sheet.FileCheck;
import catena.recompute.sheet.Sheet;
import catena.recompute.sheet.TextCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A report against what it must be.
 *
 * @param files what came of each file of the report
 * @param notes what of the raw files could not be read and was left out
 */
public record Recomputation(List<FileCheck> files, List<String> notes) {
  private static final int DIFFERENCES = 20;
  private static final Pattern ZONE = Pattern.compile("times in (\\S+)");

  /** Copies the lists. */
  public Recomputation {
    files = List.copyOf(files);
    notes = List.copyOf(notes);
  }

  /**
   * Recomputes a report.
   *
   * @param run the directory of the run
   * @param report where {@code report.txt} and {@code report/} are; mostly the same directory
   * @throws IOException if the run or the report cannot be read
   */
  public static Recomputation of(Path run, Path report) throws IOException {
    RawRun raw = RawReader.read(run);
    TextCheck text = new TextCheck("report.txt", Files.readString(report.resolve("report.txt")));
    Recomputed must = new Recomputed(raw, zone(text));
    List<FileCheck> checks = new ArrayList<>();
    Path folder = report.resolve("report");
    TreeSet<String> shown = new TreeSet<>(names(folder));
    for (Sheet sheet : must.files()) {
      String file = sheet.name() + ".csv";
      checks.add(
          shown.remove(file)
              ? CsvCheck.of(sheet, Files.readString(folder.resolve(file)))
              : CsvCheck.absent(sheet));
    }
    for (String file : shown) {
      String content = Files.readString(folder.resolve(file));
      checks.add(
          Recomputed.knows(file)
              ? CsvCheck.unexpected(file, content)
              : CsvCheck.unknown(file, content));
    }
    must.check(text);
    checks.add(text.done());
    return new Recomputation(checks, raw.notes());
  }

  private static ZoneId zone(TextCheck text) throws IOException {
    Matcher zone = ZONE.matcher(text.opening());
    try {
      if (zone.find()) {
        return ZoneId.of(zone.group(1));
      }
    } catch (DateTimeException e) {
      throw new IOException("report.txt tells its times in no zone that is known here", e);
    }
    throw new IOException("report.txt does not say in which zone its times are");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".csv"))
          .toList();
    }
  }

  /** How many cells differ, in all files. */
  public long differences() {
    return files.stream().mapToLong(file -> file.differences().size()).sum();
  }

  /** How many cells were compared, in all files. */
  public long compared() {
    return files.stream().mapToLong(FileCheck::compared).sum();
  }

  /** What came of it: a table, then what differs, what there is no rule for, and the notes. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line("File", "Compared", "Differ", "Not recomputed"));
    long without = 0;
    for (FileCheck file : files) {
      without += file.notRecomputed();
      lines.add(line(file, file.file()));
    }
    lines.add(line("all", grouped(compared()), grouped(differences()), grouped(without)));
    for (FileCheck file : files) {
      file.differences().stream()
          .limit(DIFFERENCES)
          .forEach(difference -> lines.add(file.file() + ": " + difference));
      int more = file.differences().size() - DIFFERENCES;
      if (more > 0) {
        lines.add(file.file() + ": and " + grouped(more) + " more");
      }
    }
    for (FileCheck file : files) {
      if (file.notRecomputed() > 0) {
        lines.add(file.file() + ", not recomputed: " + String.join("; ", file.without()));
      }
    }
    notes.forEach(note -> lines.add("left out: " + note));
    return lines;
  }

  private static String line(FileCheck file, String name) {
    return line(
        name,
        grouped(file.compared()),
        grouped(file.differences().size()),
        grouped(file.notRecomputed()));
  }

  private static String line(String file, String compared, String differ, String without) {
    return String.format(Locale.ROOT, "%-36s %12s %12s %14s", file, compared, differ, without);
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
