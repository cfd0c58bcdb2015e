// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.graph.GraphSpec;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.commons.lang3.function.TriConsumer;

/**
 * What an activity is, whatever it is asked to do. An activity makes a new one each time it is
 * asked; what is not said of it is as {@link #of} says.
 */
public final class Description {
  private final String name;
  private final String about;
  private final List<Setting<?>> settings;
  private List<String> examples = List.of();
  private Effect effect = Effect.WATCHES;
  private Set<Trait> traits = Set.of();
  private Supplier<CommandOptions> options = CommandOptions::new;
  private Optional<Setting<Integer>> clients = Optional.empty();
  private Optional<String> instead = Optional.empty();
  private Optional<Rated> rated = Optional.empty();
  private List<CheckForm> checks = List.of();
  private Function<Settings, String> authorizations = own -> "";
  private TriConsumer<GraphSpec, Settings, Problems> graph = (made, own, problems) -> {};
  private List<String> inPlaceOf;
  private String journal;

  /** What may be done with an activity. */
  public enum Trait {
    /** It may run concurrently with other parts of the same phase. */
    BESIDE_OTHERS,
    /** Rows wait in it to be read again, so that a process that is lost leaves some unjudged. */
    READS,
    /** It deletes the table, so that what was written before must have been verified. */
    DELETES_TABLE
  }

  private Description(String name, String about, List<Setting<?>> settings) {
    this.name = name;
    this.about = about;
    this.settings = settings;
    this.inPlaceOf = List.of(name);
    this.journal = name;
  }

  /**
   * Describes one that only observes; one process is enough for it.
   *
   * @param name the word in a scenario and on the command line, lower case
   * @param about what it does, in one line for {@code --help}
   * @param settings that it reads
   */
  public static Description of(String name, String about, List<? extends Setting<?>> settings) {
    return new Description(name, about, List.copyOf(settings));
  }

  /** Says two command lines as a person would type them, from {@code bin/catena} on. */
  public Description examples(String... lines) {
    examples = List.of(lines);
    return this;
  }

  /** Says what it means for what is proven of the table. */
  public Description effect(Effect its) {
    effect = its;
    return this;
  }

  /** Says what else may be done with it. */
  public Description traits(Trait... its) {
    traits = Set.of(its);
    return this;
  }

  /** Says what only the command line can ask of it; new ones for each call. */
  public Description options(Supplier<CommandOptions> its) {
    options = its;
    return this;
  }

  /** Says that several processes can share its clients, and which setting says how many it has. */
  public Description sharing(Setting<Integer> number) {
    clients = Optional.of(number);
    return this;
  }

  /**
   * Says that it is a phase of scenarios and no command.
   *
   * @param its what a person does instead, as a sentence without its end
   */
  public Description phaseOnly(String its) {
    instead = Optional.of(its);
    return this;
  }

  /** Says that a highest rate of it can be searched for. */
  public Description rated(Rated its) {
    rated = Optional.of(its);
    return this;
  }

  /** Says in which ways it checks a table, for trials of whether it finds planted faults. */
  public Description checks(CheckForm... forms) {
    checks = List.of(forms);
    return this;
  }

  /** Says which sets of authorizations it reads with, as text; empty for the user's own. */
  public Description authorizations(Function<Settings, String> its) {
    authorizations = its;
    return this;
  }

  /** Says what finds what is wrong with the graph of a table that is made for it. */
  public Description graph(TriConsumer<GraphSpec, Settings, Problems> its) {
    graph = its;
    return this;
  }

  /** Sets the companions that it replaces in a run; without a call, the one of its name. */
  public Description inPlaceOf(String... companions) {
    inPlaceOf = List.of(companions);
    return this;
  }

  /** Says which journal it has as a command, where that has not its name. */
  public Description journal(String its) {
    journal = its;
    return this;
  }

  /** The word in a scenario and on the command line. */
  public String name() {
    return name;
  }

  /** What it does, in one line. */
  public String about() {
    return about;
  }

  /** The settings that it reads. */
  public List<Setting<?>> settings() {
    return settings;
  }

  /** Command lines as a person would type them. */
  public List<String> examples() {
    return examples;
  }

  /** What it means for what is proven of the table. */
  public Effect effect() {
    return effect;
  }

  /** Whether something may be done with it. */
  public boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** What only the command line can ask of it, new. */
  public CommandOptions options() {
    return options.get();
  }

  /** The setting that says how many clients it has; empty if one process does all of it. */
  public Optional<Setting<Integer>> clients() {
    return clients;
  }

  /** What a person does instead where it is no command; empty if it is one. */
  public Optional<String> instead() {
    return instead;
  }

  /** What it does at a rate; empty if no highest one can be searched for. */
  public Optional<Rated> rated() {
    return rated;
  }

  /** The ways in which it checks a table; none if it does not. */
  public List<CheckForm> checks() {
    return checks;
  }

  /**
   * The sets of authorizations that it reads with, as text; empty for the user's own.
   *
   * @throws catena.records.words.UsageException if the settings contradict one another
   */
  public String authorizations(Settings own) {
    return authorizations.apply(own);
  }

  /** Finds what is wrong with the graph of a table that is made for it. */
  public void checkGraph(GraphSpec made, Settings own, Problems problems) {
    graph.accept(made, own, problems);
  }

  /** The companions whose place it takes in a run, by their names. */
  public List<String> inPlaceOf() {
    return inPlaceOf;
  }

  /** The name of the journal that it has as a command. */
  public String journal() {
    return journal;
  }
}
