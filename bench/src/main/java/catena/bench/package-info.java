// SPDX-License-Identifier: Apache-2.0
/** How fast the parts are that must be fast; docs/performance-log.md tells how to repeat it. */
package catena.bench;
