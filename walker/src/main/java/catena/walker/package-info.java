// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the graph one row or one range at a time.
 *
 * <p>A walk goes as the paper has it (section 4.2): scan a row and collect the rows that it refers
 * to, pick one of these at random, scan it, and so on until none is left; then begin again. A scan
 * takes a random range that is as wide as it must be to hold some thousand entries. What either
 * sees is judged by {@code catena.read}.
 */
package catena.walker;
