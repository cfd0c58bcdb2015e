// SPDX-License-Identifier: Apache-2.0
/** {@code catena cluster}. */
package catena.cluster.command;
