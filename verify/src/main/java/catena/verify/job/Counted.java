// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.verify.row.Tally;
import org.apache.hadoop.mapreduce.Counters;

/** What the tasks of a job counted, as far as it is known. */
public final class Counted {
  private Counted() {}

  /** The tally of a job. */
  public static Tally of(Counters counters) {
    Tally tally = new Tally();
    for (Count count : Count.values()) {
      tally.add(count, counters.findCounter(count).getValue());
    }
    for (FindingKind kind : FindingKind.values()) {
      long n = counters.findCounter(kind).getValue();
      if (n > 0) {
        tally.wrong(kind, n);
      }
    }
    return tally;
  }
}
