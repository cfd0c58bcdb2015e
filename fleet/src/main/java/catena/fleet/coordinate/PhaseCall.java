package catena.fleet.coordinate;

import java.util.function.IntPredicate;

/**
 * A phase as the workers are to do it.
 *
 * @param index of the phase in the scenario, from 0
 * @param words the phase in a word or a few
 * @param bounded whether the share of a slot has an end of its own; when all of those are over, the
 *     others are asked to end
 */
public record PhaseCall(int index, String words, IntPredicate bounded) {}
