/** The cluster under test: a connection that was checked, and the numbers of its writers. */
package catena.harness.accumulo;
