// SPDX-License-Identifier: Apache-2.0
/** Makes tables for a graph, with their splits and properties. */
package catena.ingest.table;
