package catena.agitator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a fault cost until the cluster was whole again: numbers by name, times in seconds from when
 * the fault was done.
 */
final class Recovery {
  static final String NOTICE = "notice.s";
  static final String REHOST = "rehost.s";
  static final String FIRST_FLUSH = "first.flush.s";
  static final String FIRST_READ = "first.read.s";
  static final String RECOVERED = "recovered.s";
  static final String DIP_DEPTH = "dip.depth.ratio";
  static final String DIP = "dip.s";
  static final String QUERY_DIP_DEPTH = "query.dip.depth.ratio";
  static final String QUERY_DIP = "query.dip.s";
  static final String LOG = "log.bytes";

  private final long doneAt;
  private final SortedMap<String, Double> measures = new TreeMap<>();

  Recovery(long doneAt) {
    this.doneAt = doneAt;
  }

  SortedMap<String, Double> measures() {
    return measures;
  }

  Recovery at(String name, OptionalLong millis) {
    millis.ifPresent(at -> measures.put(name, Math.max(0, at - doneAt) / 1000.0));
    return this;
  }

  Recovery dip(String depth, String seconds, Optional<Rates.Dip> dip) {
    dip.ifPresent(
        found -> {
          measures.put(depth, found.depth());
          measures.put(seconds, found.seconds());
        });
    return this;
  }

  Recovery value(String name, double value) {
    measures.put(name, value);
    return this;
  }

  /** When the first of the victims' locks was seen to be gone, where they had any. */
  static OptionalLong noticed(List<Look.Quick> looks, List<Victim> victims) {
    Set<Long> sessions =
        victims.stream().flatMap(victim -> victim.session().stream()).collect(Collectors.toSet());
    return sessions.isEmpty()
        ? OptionalLong.empty()
        : looks.stream()
            .filter(look -> look.sessions().isPresent())
            .filter(look -> !look.sessions().get().containsAll(sessions))
            .mapToLong(Look.Quick::at)
            .findFirst();
  }

  /** When all tablets were hosted again after some had not been; empty if all were all the time. */
  static OptionalLong rehosted(List<Look.Whole> looks) {
    boolean lost = false;
    for (Look.Whole look : looks) {
      if (lost && look.tabletsHosted()) {
        return OptionalLong.of(look.at());
      }
      lost |= !look.tabletsHosted();
    }
    return OptionalLong.empty();
  }

  /** The logs that unhosted tablets needed. */
  static Set<String> logs(List<Look.Whole> looks) {
    return looks.stream()
        .flatMap(look -> look.unhosted().stream())
        .flatMap(tablet -> tablet.logs().stream())
        .collect(Collectors.toSet());
  }
}
