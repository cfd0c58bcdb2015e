// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import catena.graph.Node;
import java.util.Optional;

/**
 * One thing that a row shows and should not, or should show and does not.
 *
 * @param kind its name
 * @param row the row
 * @param node the node that the row belongs to, if any
 * @param seen the entry that is wrong, if there is one
 * @param why in words: what was expected, and what was seen
 */
public record Difference(
    FindingKind kind, String row, Optional<Node> node, Optional<Entry> seen, String why) {}
