package catena.harness.activity;

import catena.records.settings.Setting;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What an activity is, whatever it is asked to do.
 *
 * @param name the word in a scenario and on the command line, lower case
 * @param about what it does, in one line for {@code --help}
 * @param settings that it reads
 * @param examples two command lines as a person would type them, from {@code bin/catena} on
 * @param effect what it means for what is proven of the table
 * @param traits what else may be done with it
 */
public record Description(
    String name,
    String about,
    List<Setting<?>> settings,
    List<String> examples,
    Effect effect,
    Set<Trait> traits) {
  /** What may be done with an activity. */
  public enum Trait {
    /** It may go on beside other parts of the same phase. */
    BESIDE_OTHERS,
    /** It checks what a table holds: the self-test and canaries try whether it finds faults. */
    CHECKS,
    /** It deletes the table, so that what was written before must have been verified. */
    DELETES_TABLE
  }

  /** Copies the collections. */
  public Description {
    settings = List.copyOf(settings);
    examples = List.copyOf(examples);
    traits = Set.copyOf(traits);
  }

  /** Of one that looks on. */
  public static Description of(String name, String about, List<? extends Setting<?>> settings) {
    return new Description(
        name, about, List.copyOf(settings), List.of(), Effect.WATCHES, EnumSet.noneOf(Trait.class));
  }

  /** The same with these examples. */
  public Description examples(String... lines) {
    return new Description(name, about, settings, List.of(lines), effect, traits);
  }

  /** The same with this effect. */
  public Description effect(Effect its) {
    return new Description(name, about, settings, examples, its, traits);
  }

  /** The same with these traits and no others. */
  public Description traits(Trait... its) {
    return new Description(name, about, settings, examples, effect, Set.of(its));
  }
}
