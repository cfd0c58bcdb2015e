// SPDX-License-Identifier: Apache-2.0
/** How servers and tablets are named in all files of a run. */
package catena.records.server;
