// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Missing;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.history.TolerantReader;
import catena.records.sample.ClassicField;
import catena.records.sample.ClassicSample;
import catena.records.sample.Meaning;
import catena.records.sample.Sample;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the collector sampled: a series for each metric of each scope; if there are many hosts, only
 * what is shown of each of their metrics.
 */
public final class Samples {
  /** More lines than this are less readable than their median and maximum. */
  public static final int LINES = 10;

  /** Stands for a series that was folded with others. */
  private static final Series FOLDED = new Series();

  /** The scope of the numbers of the original collector; their names are {@link ClassicField}s. */
  private static final String CLASSIC = "classic";

  private final SortedMap<String, SortedMap<String, Series>> scopes = new TreeMap<>();
  private final Map<String, Scope> known = new HashMap<>();
  private final SortedMap<String, Meaning> meanings = new TreeMap<>();

  /** Hosts and process groups, if they are to be folded. */
  private final Map<String, Kind> kinds = new TreeMap<>();

  /** Scopes of one kind, which all have the same metrics. */
  private static final class Kind {
    private final Set<String> hosts = new HashSet<>();
    private final Map<String, Integer> members = new TreeMap<>();
    private final Map<String, SampleCrowd> crowds = new HashMap<>();
  }

  private Samples(boolean folding) {
    if (folding) {
      kinds.put("group:", new Kind());
      kinds.put("host:", new Kind());
    }
  }

  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /** All that a collector has left in a run directory. */
  static Samples read(TolerantReader files, RunTimes times, Missing missing) {
    try {
      return read(files, times, missing, true);
    } catch (SampleCrowd.Disorder e) {
      // A clock was set back. The result must be right, whatever memory it takes.
      return read(files, times, missing, false);
    }
  }

  private static Samples read(
      TolerantReader files, RunTimes times, Missing missing, boolean folding) {
    Samples samples = new Samples(folding);
    files.classicSamples(
        sample -> {
          if (times.hold(sample.at(), sample.at())) {
            samples.add(sample);
          }
        });
    files.samples(
        sample -> {
          if (times.hold(sample.at(), sample.at())) {
            samples.add(sample);
          }
        });
    samples.meanings.putAll(files.meanings());
    if (samples.isEmpty()) {
      missing.add("no samples of the cluster: no collector was running");
    }
    return samples;
  }

  /** A scope with what belongs to it, looked up once instead of for each number. */
  private record Scope(
      String name, String member, SortedMap<String, Series> own, Optional<Kind> kind) {}

  private void add(Sample sample) {
    Scope scope = scope(sample.scope());
    sample.values().forEach((name, n) -> add(scope, name, sample.at(), orNaN(n)));
    sample.absent().forEach(name -> add(scope, name, sample.at(), Double.NaN));
  }

  private void add(ClassicSample sample) {
    Scope scope = scope(CLASSIC);
    for (ClassicField field : ClassicField.values()) {
      add(scope, field.name(), sample.at(), orNaN(sample.values().get(field)));
    }
  }

  private Scope scope(String name) {
    return known.computeIfAbsent(
        name,
        n -> {
          Optional<Kind> kind = Optional.ofNullable(kinds.get(n.substring(0, n.indexOf(':') + 1)));
          kind.ifPresent(of -> of.hosts.add(n.substring(n.indexOf('@') + 1)));
          return new Scope(n, member(n), scopes.computeIfAbsent(n, any -> new TreeMap<>()), kind);
        });
  }

  private static double orNaN(Number number) {
    return number == null ? Double.NaN : number.doubleValue();
  }

  /**
   * Adds a number.
   *
   * @param value NaN if the source was gone
   */
  private void add(Scope scope, String name, long at, double value) {
    if (scope.kind.isEmpty()) {
      scope.own.computeIfAbsent(name, n -> new Series()).add(at, value);
    } else {
      add(scope.kind.get(), scope, name, at, value);
    }
    first = Math.min(first, at);
    last = Math.max(last, at);
  }

  private void add(Kind kind, Scope scope, String name, long at, double value) {
    SampleCrowd crowd = kind.crowds.get(name);
    if (!scope.own.containsKey(name)) {
      kind.members.merge(name, 1, Integer::sum);
      scope.own.put(name, crowd != null ? FOLDED : new Series());
    }
    if (crowd == null) {
      scope.own.get(name).add(at, value);
      foldIfCrowd(kind, scope.name, name);
    } else {
      crowd.add(scope.member, at, value);
    }
  }

  private void foldIfCrowd(Kind kind, String scope, String name) {
    if (kind.hosts.size() > 1 && kind.members.getOrDefault(name, 0) > LINES) {
      Map<String, Series> byMember = new TreeMap<>();
      String prefix = scope.substring(0, scope.indexOf(':') + 1);
      scopes
          .tailMap(prefix)
          .forEach(
              (other, numbers) -> {
                if (other.startsWith(prefix) && numbers.containsKey(name)) {
                  byMember.put(member(other), numbers.put(name, FOLDED));
                }
              });
      kind.crowds.put(name, SampleCrowd.of(byMember));
    }
  }

  private static String member(String scope) {
    return scope.substring(scope.indexOf(':') + 1);
  }

  /**
   * What is shown of a metric of too many hosts to show each, by the names of the lines: folded
   * while it was read; else folded now, if a clock was set back.
   *
   * @param kind of their scopes: {@code host} or {@code group}
   * @param each the series of each member, from which it is folded now
   */
  public Map<String, Series> crowd(String kind, String name, Map<String, Series> each) {
    return crowd(kind, name).orElseGet(() -> SampleCrowd.of(each).lines());
  }

  /** What was folded while it was read; empty if it was not. */
  Optional<Map<String, Series>> crowd(String kind, String name) {
    return folded(kind + ":", name).map(SampleCrowd::lines);
  }

  private Optional<SampleCrowd> folded(String kind, String name) {
    return Optional.ofNullable(kinds.get(kind)).map(of -> of.crowds.get(name));
  }

  /**
   * The series of {@code group:tserver@}, say; if folded only their sum, of {@code host:} the mean.
   */
  public List<Series> members(String role, String name) {
    return folded(role.substring(0, role.indexOf(':') + 1), name)
        .map(of -> of.members(SampleCrowd.role(member(role))))
        .orElseGet(() -> scopes(role).stream().map(scope -> of(scope, name)).toList());
  }

  /** What a number means, by its name; with an unknown unit if the collector recorded none. */
  public Meaning meaning(String name) {
    return meanings.getOrDefault(name, Meaning.unknown(name));
  }

  boolean isEmpty() {
    return scopes.isEmpty();
  }

  /** From the first sample to the last. */
  Span span() {
    return new Span(first, last);
  }

  /** The scopes that begin with a prefix, in the order of their names. */
  public List<String> scopes(String prefix) {
    return scopes.keySet().stream().filter(scope -> scope.startsWith(prefix)).toList();
  }

  /** The names of the numbers of a scope. */
  public List<String> names(String scope) {
    return List.copyOf(scopes.getOrDefault(scope, new TreeMap<>()).keySet());
  }

  /** One series; empty if there is none. */
  public Series of(String scope, String name) {
    return scopes.getOrDefault(scope, new TreeMap<>()).getOrDefault(name, new Series());
  }

  /** The series of a field of the original collector; empty if there is none. */
  public Series of(ClassicField field) {
    return of(CLASSIC, field.name());
  }

  /**
   * One metric of so many hosts that only their median and maximum are shown. Each point of time is
   * folded as it comes, so that memory does not grow with the hosts. Exact: all numbers of a point
   * are present when it is folded.
   */
  static final class SampleCrowd {
    private final SortedMap<String, Role> roles = new TreeMap<>();
    private final Map<String, Role> byMember = new HashMap<>();

    /** Numbers came out of the order of time: only a fold that keeps them all can handle that. */
    static final class Disorder extends RuntimeException {
      private static final long serialVersionUID = 1;

      Disorder() {
        super("samples are not in the order of time");
      }
    }

    /** The members of one role, or all hosts. */
    private static final class Role {
      private final boolean hosts;
      private final Set<String> members = new HashSet<>();
      private Series only = new Series();
      private final Series highest = new Series();
      private final Series median = new Series();
      private final Series whole = new Series();
      private final List<Double> values = new ArrayList<>();
      private long at = Long.MIN_VALUE;

      Role(String name) {
        this.hosts = name.equals("all");
      }

      void add(String member, long when, double value) {
        boolean isNew = members.add(member);
        if (members.size() == 1) {
          only.add(when, value);
          return;
        }
        if (isNew && members.size() == 2) {
          Series first = only;
          only = new Series();
          for (int i = 0; i < first.size(); i++) {
            fold(first.time(i), first.value(i));
          }
        }
        fold(when, value);
      }

      private void fold(long when, double value) {
        if (when < at) {
          throw new Disorder();
        }
        if (when > at) {
          close();
          at = when;
        }
        if (!Double.isNaN(value)) {
          values.add(value);
        }
      }

      /** All numbers of a point have come. */
      private void close() {
        if (!values.isEmpty()) {
          double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
          highest.add(at, sorted[sorted.length - 1]);
          median.add(at, Series.median(sorted));
          whole.add(at, Arrays.stream(sorted).sum() / (hosts ? sorted.length : 1));
          values.clear();
        }
      }
    }

    /**
     * Adds a number.
     *
     * @param member {@code role@host}, or a host
     * @throws Disorder if a later one was added before
     */
    void add(String member, long at, double value) {
      byMember
          .computeIfAbsent(member, any -> roles.computeIfAbsent(role(member), Role::new))
          .add(member, at, value);
    }

    private static String role(String member) {
      int at = member.indexOf('@');
      return at < 0 ? "all" : member.substring(0, at);
    }

    private List<Series> members(String role) {
      Role of = roles.getOrDefault(role, new Role(role));
      of.close();
      return List.of(of.members.size() == 1 ? of.only : of.whole);
    }

    /** The lines that are shown, by name. */
    Map<String, Series> lines() {
      Map<String, Series> lines = new LinkedHashMap<>();
      roles.forEach(
          (role, of) -> {
            if (of.members.size() == 1) {
              lines.put(role, of.only);
            } else {
              of.close();
              lines.put(role + ", highest of " + of.members.size(), of.highest);
              lines.put(role + ", median", of.median);
            }
          });
      return lines;
    }

    /** A crowd of series that were all kept before. */
    static SampleCrowd of(Map<String, Series> byMember) {
      SampleCrowd crowd = new SampleCrowd();
      SortedMap<Long, ListMultimap<String, Double>> byTime = new TreeMap<>();
      byMember.forEach(
          (member, series) -> {
            crowd.roles.computeIfAbsent(role(member), Role::new);
            for (int i = 0; i < series.size(); i++) {
              byTime
                  .computeIfAbsent(
                      series.time(i), any -> MultimapBuilder.treeKeys().arrayListValues().build())
                  .put(member, series.value(i));
            }
          });
      byTime.forEach(
          (at, members) -> members.forEach((member, value) -> crowd.add(member, at, value)));
      return crowd;
    }
  }
}
