// SPDX-License-Identifier: Apache-2.0
/** References mode: what the existing suite's verifier counts, for tables without a ledger. */
package catena.verify.references;
