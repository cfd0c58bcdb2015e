/** References mode: what the existing suite's verifier counts, for tables without a ledger. */
package catena.verify.references;
