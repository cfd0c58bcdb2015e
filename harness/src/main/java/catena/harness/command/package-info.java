// SPDX-License-Identifier: Apache-2.0
/** What every command shares: its contract, its options, and how it prints for the user. */
package catena.harness.command;
