// SPDX-License-Identifier: Apache-2.0
package catena.simulation.oracle;

import catena.graph.judge.FindingKind;
import catena.records.verdict.Verdict;
import java.util.Map;

/**
 * What production code said of the table.
 *
 * @param expected its findings by row, and its reasons
 * @param counts its findings as it counts them
 */
public record Said(Verdict verdict, Expected expected, Map<FindingKind, Long> counts) {}
