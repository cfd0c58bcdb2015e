/** Time, chance and the order in which everybody comes to act: what a seed consists of. */
package catena.simulation.world;
