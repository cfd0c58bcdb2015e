/** What every part of the suite shares: settings, run directory, journal, ledger and verdict. */
package catena.harness;
