// SPDX-License-Identifier: Apache-2.0
/** Where a row that is gone can still be found: files of tablets, write-ahead logs. */
package catena.trace.search;
