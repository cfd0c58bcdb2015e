/** Faults of the network between hosts. */
package catena.agitator.fault.network;
