// SPDX-License-Identifier: Apache-2.0
/** What a run came to, in the forms that other tools read. */
package catena.report.results;
