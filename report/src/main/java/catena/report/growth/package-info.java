// SPDX-License-Identifier: Apache-2.0
/** Servers that were added while a run went on, and what the clients noticed of it. */
package catena.report.growth;
