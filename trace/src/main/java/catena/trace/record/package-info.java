// SPDX-License-Identifier: Apache-2.0
/**
 * What the files of a run record about lost writes and about the servers, and where a row that is
 * gone can still be found: files of tablets, write-ahead logs.
 */
package catena.trace.record;
