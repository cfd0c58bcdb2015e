// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

/**
 * A rate that is to be tried.
 *
 * @param repeat which of the repeated searches it belongs to, from 1
 * @param rate operations per second
 */
public record Trial(Stage stage, int repeat, double rate) {}
