// SPDX-License-Identifier: Apache-2.0
/**
 * Which data a cluster keeps on which kind of disk, and what that costs: the words, the file {@code
 * placement.csv} of a run directory, and the cost model.
 */
package catena.records.placement;
