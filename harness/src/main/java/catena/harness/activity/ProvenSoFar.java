// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import java.util.Optional;

/**
 * What the phases of a run before this one have proven of its table; {@link CallerContext} to its
 * parts.
 *
 * @param unproven why what they have written is not proven to be right, as a sentence without its
 *     end; empty if all of it was verified and nothing is wrong or in doubt
 */
public record ProvenSoFar(Optional<String> unproven) {}
