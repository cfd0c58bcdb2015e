// SPDX-License-Identifier: Apache-2.0
/** Ranges of rows: handed out, compared with what was promised, and accounted for. */
package catena.verify.row;
