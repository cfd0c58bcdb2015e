/** What is true, what therefore must be said, and whether it was. */
package catena.simulation.oracle;
