// SPDX-License-Identifier: Apache-2.0
/**
 * The files by which the processes of a fleet go on from one another: what the workers work by,
 * what their shares came to, and how far the coordinator has come.
 */
package catena.records.fleet;
