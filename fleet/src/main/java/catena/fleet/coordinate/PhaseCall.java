package catena.fleet.coordinate;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * A phase as the workers are to do it.
 *
 * @param index of the phase in the scenario, from 0
 * @param words the phase in a word or a few
 * @param bounded whether the share of a slot has an end of its own; when all of those are over, the
 *     others are asked to end
 * @param reads which parts of a slot's share read, by their names: what such a part has in hand
 *     when its process dies is judged by nobody
 */
public record PhaseCall(
    int index, String words, IntPredicate bounded, IntFunction<List<String>> reads) {
  /** A phase in which nobody reads. */
  public PhaseCall(int index, String words, IntPredicate bounded) {
    this(index, words, bounded, slot -> List.of());
  }
}
