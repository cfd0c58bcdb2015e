/** What was under test, as a run tells it. */
package catena.records.tested;
