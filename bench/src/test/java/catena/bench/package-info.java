// SPDX-License-Identifier: Apache-2.0
/**
 * How fast the parts are that must be fast; docs/measurements/performance.md tells how to repeat
 * it. The module is test code: what developers start by {@code bench/run}.
 */
package catena.bench;
