// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import catena.graph.Node;
import java.util.Optional;

/**
 * One difference between what a row shows and what it should show.
 *
 * @param kind the kind of the difference
 * @param row the row
 * @param node the node that the row belongs to, if any
 * @param seen the entry that is wrong, if there is one
 * @param why in words: what was expected, and what was seen
 */
public record Difference(
    FindingKind kind, String row, Optional<Node> node, Optional<Entry> seen, String why) {}
