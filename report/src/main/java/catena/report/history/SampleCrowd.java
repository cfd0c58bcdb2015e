// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Series;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One metric of so many hosts that only their median and maximum are shown. Each point of time is
 * folded as it comes, so that memory does not grow with the hosts. Exact: all numbers of a point
 * are present when it is folded.
 */
final class SampleCrowd {
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
    private final Set<String> members = new HashSet<>();
    private Series only = new Series();
    private final Series highest = new Series();
    private final Series median = new Series();
    private final List<Double> values = new ArrayList<>();
    private long at = Long.MIN_VALUE;

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
        .computeIfAbsent(member, any -> roles.computeIfAbsent(role(member), role -> new Role()))
        .add(member, at, value);
  }

  private static String role(String member) {
    int at = member.indexOf('@');
    return at < 0 ? "all" : member.substring(0, at);
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
          crowd.roles.computeIfAbsent(role(member), any -> new Role());
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
