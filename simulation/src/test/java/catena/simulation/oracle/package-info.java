// SPDX-License-Identifier: Apache-2.0
/** What the table holds in truth, what must be said of it, and whether it was said. */
package catena.simulation.oracle;
