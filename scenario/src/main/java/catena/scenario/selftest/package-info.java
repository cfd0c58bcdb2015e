// SPDX-License-Identifier: Apache-2.0
/**
 * The tester tested on a real cluster: every kind of fault is planted in a table of its own, every
 * check that claims to see it is performed, and a matrix says which found what ({@link
 * catena.scenario.selftest.SelfTest}).
 */
package catena.scenario.selftest;
