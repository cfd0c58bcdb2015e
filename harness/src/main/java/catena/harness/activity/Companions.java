// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import com.google.common.collect.Lists;
import com.google.common.io.Closer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * The companions of a run: what is done concurrently with its parts, and after them.
 *
 * @param all in the order in which they begin
 */
public record Companions(List<Companion> all) {
  /** None. */
  public static final Companions NONE = new Companions(List.of());

  private static final Logger LOG = LogManager.getLogger(Companions.class);

  /** Copies the list. */
  public Companions {
    all = List.copyOf(all);
  }

  /** The settings that they read. */
  public List<Setting<?>> settings() {
    return all.stream().<Setting<?>>flatMap(each -> each.settings().stream()).distinct().toList();
  }

  /** Those whose names are not among these words. */
  public Companions without(Collection<String> words) {
    return new Companions(all.stream().filter(each -> !words.contains(each.name())).toList());
  }

  /** Those that attend also where the run is another's. */
  public Companions always() {
    return new Companions(all.stream().filter(Companion::attendsAlways).toList());
  }

  /** Their names, for messages. */
  public String words() {
    return all.stream().map(Companion::name).collect(Collectors.joining(", "));
  }

  /**
   * Performs parts while all of these attend. An error once something was done is a doubt in
   * addition to what was found until then; an earlier one is thrown.
   *
   * @param parts performs them, given what attends
   * @param done whether something was done
   * @param otherwise what the doubt says was not completed, as a sentence without its end
   * @return what there is to say of the companions
   * @throws Exception whatever went wrong before anything was done
   */
  public List<PartOutcome> accompany(
      RunContext run,
      Settings whole,
      FailableConsumer<List<Companion.Attendance>, Exception> parts,
      BooleanSupplier done,
      String otherwise)
      throws Exception {
    List<Companion.Attendance> attending = new ArrayList<>();
    List<PartOutcome> outcomes = new ArrayList<>();
    try (Closer begun = Closer.create()) { // ends what has begun, the last one first, in any case
      for (Companion each : all) {
        attending.add(begun.register(each.attend(run, whole)));
      }
      parts.accept(List.copyOf(attending));
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk is full
      if (!done.getAsBoolean()) {
        throw e;
      }
      outcomes.add(doubt(otherwise, e));
    }
    for (Companion.Attendance each : Lists.reverse(attending)) { // also where another failed
      try {
        outcomes.add(each.outcome());
      } catch (RuntimeException | Error e) { // it takes nothing from what the others have seen
        outcomes.add(doubt(otherwise, e));
      }
    }
    return outcomes;
  }

  private static PartOutcome doubt(String what, Throwable e) {
    LOG.error(what, e);
    return PartOutcome.doubt(what + ": " + Reasons.of(e));
  }

  /** Does what each does after the parts; what goes wrong in one is a doubt. */
  public List<PartOutcome> after(RunContext run, Settings whole) {
    List<PartOutcome> outcomes = new ArrayList<>();
    for (Companion each : all) {
      try {
        outcomes.add(each.after(run, whole));
      } catch (Throwable e) { // an Error is no reason to lose what was found
        outcomes.add(doubt("The " + each.name() + " could not be completed", e));
      }
    }
    return outcomes;
  }

  /** Does what each does at the end; what fails is reported, and changes nothing. */
  public void concluded(RunContext run) {
    for (Companion each : all) {
      try {
        each.concluded(run);
      } catch (Throwable e) { // an Error changes nothing about the verdict either
        LOG.error("{} was not completed", each.name(), e);
        run.terminal().note("The " + each.name() + " could not be completed: " + Reasons.of(e));
      }
    }
  }
}
