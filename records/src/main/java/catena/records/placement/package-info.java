// SPDX-License-Identifier: Apache-2.0
/**
 * On which kind of disk a cluster keeps what, and what that costs: the words, the file {@code
 * placement.csv} of a run directory, and the cost model.
 */
package catena.records.placement;
