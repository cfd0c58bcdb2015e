// SPDX-License-Identifier: Apache-2.0
/** Which figures there are: name, unit, meaning. */
package catena.stats.metric;
