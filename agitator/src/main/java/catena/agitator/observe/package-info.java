// SPDX-License-Identifier: Apache-2.0
/**
 * What is seen of the cluster and of the clients meanwhile, and what a fault cost by that.
 *
 * <p>Two kinds of observation, by other ways than those that act: processes and locks often, the
 * whole of the metadata less often.
 */
package catena.agitator.observe;
