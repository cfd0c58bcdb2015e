// SPDX-License-Identifier: Apache-2.0
/**
 * What the servers of a table keep of the entries of each of its files: a few numbers by name, of a
 * bounded size, as Accumulo stores and adds them up.
 *
 * <p>Servers write them and readers read them; here is the one place that knows their names.
 */
package catena.graph.summary;
