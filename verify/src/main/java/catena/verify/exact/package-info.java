// SPDX-License-Identifier: Apache-2.0
/**
 * Exact mode: every promised entry is compared with what the table returns; only what differs is
 * shuffled.
 */
package catena.verify.exact;
