// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.lang3.StringUtils;

/**
 * What a fault cost until the cluster was whole again, in the order in which recovery goes: the
 * measures of a {@code FaultRecovered} event.
 *
 * <p>Times are seconds from {@code FaultStarted}, the moment of the injection, for every kind of
 * fault. How long the plan held the victims down is reported separately: what is left of {@link
 * #RECOVERED} after {@link #HEALED} is the cluster's own.
 */
public enum RecoveryMeasure {
  /** Until the first of the locks that victims held was seen to be gone. */
  NOTICE("notice.s"),
  /** Until all tablets were hosted again, none by a victim's earlier session. */
  REHOST("rehost.s"),
  /** Until a read succeeded on a row that a victim had held when it was hit. */
  FIRST_READ("first.read.s"),
  /** Until a window was acknowledged that was sent after a victim was hit. */
  FIRST_FLUSH("first.flush.s"),
  /** Until healing began: the plan's hold, and the proof that comes before it ends. */
  HEALING("healing.s"),
  /** Until what heals had returned. */
  HEALED("healed.s"),
  /** Until the cluster was whole. */
  RECOVERED("recovered.s"),
  /** What was missing of the usual rate of writes at the lowest, from 0 to 1; of older journals. */
  DIP_DEPTH("dip.depth.ratio"),
  /** Until four fifths of the usual rate of writes were reached again; of older journals. */
  DIP("dip.s"),
  /** What was missing of the usual rate of reads at the lowest, from 0 to 1; of older journals. */
  QUERY_DIP_DEPTH("query.dip.depth.ratio"),
  /** Until four fifths of the usual rate of reads were reached again; of older journals. */
  QUERY_DIP("query.dip.s"),
  /** Length of the write-ahead logs that had to be recovered. */
  LOG("log.bytes");

  private final String key;

  RecoveryMeasure(String key) {
    this.key = key;
  }

  /** The name in the journal, the unit last. */
  public String key() {
    return key;
  }

  /** Names of measures in the order in which recovery goes; those not known here come last. */
  public static List<String> ordered(Collection<String> keys) {
    Set<String> ordered = new LinkedHashSet<>();
    Arrays.stream(values()).map(RecoveryMeasure::key).filter(keys::contains).forEach(ordered::add);
    ordered.addAll(keys);
    return new ArrayList<>(ordered);
  }

  /** The unit that ends a measure's name: {@code s}, {@code ratio}, {@code bytes}. */
  public static String unit(String key) {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  /** The name of a measure without its unit, in words. */
  public static String words(String key) {
    return StringUtils.substringBeforeLast(key, ".").replace('.', ' ');
  }
}
