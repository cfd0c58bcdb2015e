// SPDX-License-Identifier: Apache-2.0
/**
 * The files with which the processes of a fleet continue each other's work: what the workers work
 * by, the outcomes of their shares, and how far the coordinator has come.
 */
package catena.records.fleet;
