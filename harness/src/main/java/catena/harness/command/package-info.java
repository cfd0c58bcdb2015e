// SPDX-License-Identifier: Apache-2.0
/** What every command shares: its contract, its options, and how it speaks to a person. */
package catena.harness.command;
