// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * A phase that the workers are to do.
 *
 * @param index of the phase in the scenario, from 0
 * @param words the phase in a word or a few
 * @param bounded whether the share of a slot has its own end; when all of those are over, the
 *     others are asked to end
 * @param lasts how long after its beginning the phase is over, if all shares with their own end end
 *     by time
 * @param parts the names of the parts of a slot's share
 * @param reads which of those read: what such a part is reading when its process dies is not judged
 */
public record PhaseCall(
    int index,
    String words,
    IntPredicate bounded,
    Optional<Duration> lasts,
    IntFunction<List<String>> parts,
    IntFunction<List<String>> reads) {}
