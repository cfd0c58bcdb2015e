package catena.recompute.rule;

import catena.recompute.raw.RawRun;
import catena.recompute.sheet.Sheet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was sampled: the fields of {@code stats.out} by name, and all the rest by scope. */
final class SampleSheets {
  /** With more lines than these, those of a role come down to their middle and their highest. */
  private static final int LINES = 10;

  private final RawRun run;
  private final Stretch time;
  private final Map<String, Columns> plots = new LinkedHashMap<>();

  SampleSheets(RawRun run, Stretch time) {
    this.run = run;
    this.time = time;
  }

  List<Sheet> all() {
    classic("table-entries", "", Map.of(5, "test table", 2, "all tables"));
    classic("entries-in-memory", "", Map.of(6, "test table"));
    classic("tablets", "", Map.of(9, "test table", 10, "hosted"));
    classic(
        "files-per-tablet",
        "",
        Map.of(24, "most", 25, "average", 23, "fewest", 26, "standard deviation"));
    classic("tservers", "", Map.of(1, "tablet servers"));
    classic(
        "server-rates",
        "/s",
        Map.of(
            7,
            "ingest, test table",
            3,
            "ingest, all tables",
            8,
            "query, test table",
            4,
            "query, all tables"));
    classic("hdfs-bytes", "bytes", Map.of(11, "Accumulo", 14, "test table"));
    classic(
        "hdfs-files",
        "",
        Map.of(
            13, "Accumulo, files",
            16, "test table, files",
            12, "Accumulo, directories",
            15, "test table, directories"));
    classic("yarn", "", Map.of(17, "running", 18, "maximum", 21, "nodes", 22, "unhealthy nodes"));
    Map<String, Columns> named = Map.copyOf(plots);
    plots.clear();
    members("group");
    families("cluster");
    families("table");
    members("host");
    named.forEach( // a name that is taken twice is that of the fields of stats.out
        (file, plot) -> {
          if (!plot.isEmpty()) {
            plots.put(file, plot);
          }
        });
    List<Sheet> sheets = new ArrayList<>();
    plots.values().forEach(plot -> plot.sheet(run.name(), time).ifPresent(sheets::add));
    return sheets;
  }

  private void classic(String file, String unit, Map<Integer, String> fields) {
    fields.forEach(
        (field, words) -> plot(file, unit).add(words, run.classic().getOrDefault(field, NONE)));
  }

  private static final NavigableMap<Long, Double> NONE = new TreeMap<>();

  private Columns plot(String file, String unit) {
    return plots.computeIfAbsent(file, name -> new Columns(name, unit));
  }

  private List<String> scopes(String kind) {
    return run.samples().keySet().stream().filter(scope -> scope.startsWith(kind)).toList();
  }

  /** Process groups and hosts: a file for each number, a line for each of them. */
  private void members(String kind) {
    List<String> scopes = scopes(kind);
    boolean oneHost =
        scopes.stream().map(s -> s.substring(s.indexOf('@') + 1)).distinct().count() == 1;
    SortedMap<String, SortedMap<String, NavigableMap<Long, Double>>> numbers = new TreeMap<>();
    for (String scope : scopes) {
      String member = scope.substring(scope.indexOf(':') + 1);
      String line = oneHost ? member.replaceFirst("(?<=.)@.*", "") : member;
      run.samples()
          .get(scope)
          .forEach(
              (name, values) ->
                  numbers.computeIfAbsent(name, n -> new TreeMap<>()).put(line, values));
    }
    numbers.forEach(
        (name, lines) -> {
          boolean crowd = !oneHost && lines.size() > LINES;
          (crowd ? summary(lines) : lines)
              .forEach((line, values) -> plot(file(kind, name, ""), unit(name)).add(line, values));
        });
  }

  /** The cluster and its tables: a file for each family and unit of numbers. */
  private void families(String kind) {
    for (String scope : scopes(kind)) {
      String of = kind.equals("table") ? ", " + scope.substring(scope.indexOf(':') + 1) : "";
      run.samples()
          .get(scope)
          .forEach(
              (name, values) -> {
                String family = name.split("\\.", 2)[0];
                String rest = name.equals(family) ? name : name.substring(family.length() + 1);
                String file = kind.equals("table") ? "tables" : kind;
                plot(file(file, family, "-" + unit(name)), unit(name))
                    .add(rest.replace('.', ' ') + of, values);
              });
    }
  }

  private static String file(String kind, String name, String unit) {
    return (kind + "-" + name + unit)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("-$", "");
  }

  private String unit(String name) {
    String unit = run.units().getOrDefault(name, name.endsWith(".ratio") ? "1" : "");
    return switch (unit) {
      case "bytes", "bytes/s", "s" -> unit;
      case "1" -> "ratio";
      default -> unit.endsWith("/s") ? "/s" : "";
    };
  }

  private static Map<String, NavigableMap<Long, Double>> summary(
      SortedMap<String, NavigableMap<Long, Double>> lines) {
    SortedMap<String, List<NavigableMap<Long, Double>>> roles = new TreeMap<>();
    lines.forEach(
        (line, values) ->
            roles
                .computeIfAbsent(
                    line.contains("@") ? line.split("@", 2)[0] : "all", r -> new ArrayList<>())
                .add(values));
    Map<String, NavigableMap<Long, Double>> summary = new LinkedHashMap<>();
    roles.forEach(
        (role, members) -> {
          if (members.size() == 1) {
            summary.put(role, members.get(0));
          } else {
            NavigableMap<Long, Double> highest = new TreeMap<>();
            NavigableMap<Long, Double> middle = new TreeMap<>();
            members.stream()
                .flatMap(member -> member.keySet().stream())
                .forEach(
                    at -> {
                      double[] known = known(members, at);
                      if (known.length > 0) {
                        highest.put(at, known[known.length - 1]);
                        middle.put(at, Faults.median(known));
                      }
                    });
            summary.put(role + ", highest of " + members.size(), highest);
            summary.put(role + ", median", middle);
          }
        });
    return summary;
  }

  private static double[] known(List<NavigableMap<Long, Double>> members, long at) {
    return members.stream()
        .map(member -> member.getOrDefault(at, Double.NaN))
        .filter(value -> !value.isNaN())
        .flatMapToDouble(value -> Arrays.stream(new double[] {value}))
        .sorted()
        .toArray();
  }
}
