// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import com.google.common.io.Closer;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An activity that can be done as asked, with the runs open that its settings name. Whatever
 * performs an activity, in a run, in a worker, in a step of a search or in a self-test, does so by
 * this class: nothing else calls {@link Activity#prepare} or {@link Work#perform}.
 */
public final class PreparedPart implements Closeable {
  private final PartEnvironment site;
  private final Work work;
  private final Closeable named;

  private PreparedPart(PartEnvironment site, Work work, Closeable named) {
    this.site = site;
    this.work = work;
    this.named = named;
  }

  /**
   * Finds out whether an activity can be done as asked; nothing is begun and nothing written.
   *
   * @param site what there is; the runs that the settings name come behind its own
   * @throws catena.records.words.UsageException if it cannot be done so
   * @throws Exception if that cannot be found out
   */
  public static PreparedPart of(Activity activity, Settings own, PartEnvironment site)
      throws Exception {
    Closer named = Closer.create();
    try {
      List<RunDirectory> runs = new ArrayList<>(site.runs());
      activity.scope(own).runs().forEach(run -> runs.add(named.register(RunDirectory.open(run))));
      PartEnvironment its = site.with(runs);
      return new PreparedPart(its, activity.prepare(its, own), named);
    } catch (Throwable e) { // an Error, too: no directory stays open
      closeAfter(named, e);
      throw e;
    }
  }

  private static void closeAfter(Closeable opened, Throwable failure) {
    try {
      opened.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** The work, which describes what it would do before it begins. */
  public Work work() {
    return work;
  }

  /** The runs whose ledgers say what is promised, in addition to the run's own. */
  public List<RunDirectory> runs() {
    return site.runs();
  }

  /**
   * Does it, once, until it is done or a stop is asked for.
   *
   * @param part what it works with; the runs are those that it was prepared with
   * @throws catena.records.words.UsageException if it cannot be done as asked after all
   * @throws Exception if it could not be completed
   */
  public PartOutcome perform(RunContext part) throws Exception {
    journalLedgers(part);
    return work.perform(part.of(part.name(), site, part.stop()));
  }

  /** Records those runs, so that tracing a finding of this one also reads what they recorded. */
  private void journalLedgers(RunContext part) {
    List<String> others =
        runs().stream()
            .map(RunDirectory::root)
            .filter(root -> !root.equals(part.directory().root()))
            .map(root -> root.toUri().toString())
            .toList();
    if (!others.isEmpty()) {
      part.journal().add(new Event.LedgersRead(part.clock().millis(), part.name(), others));
    }
  }

  /** Prepares an activity and does it, as {@link #of} and {@link #perform(RunContext)} do. */
  public static PartOutcome perform(Activity activity, Settings own, RunContext part)
      throws Exception {
    try (PreparedPart prepared = of(activity, own, part.site())) {
      return prepared.perform(part);
    }
  }

  @Override
  public void close() throws IOException {
    named.close();
  }
}
