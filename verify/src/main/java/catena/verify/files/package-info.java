// SPDX-License-Identifier: Apache-2.0
/** What the servers keep with the files of a table, and what follows from it. */
package catena.verify.files;
