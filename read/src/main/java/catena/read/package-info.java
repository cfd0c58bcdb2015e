// SPDX-License-Identifier: Apache-2.0
/** How a table is read and judged: readers, settlement, announced rows, and what can be planted. */
package catena.read;
