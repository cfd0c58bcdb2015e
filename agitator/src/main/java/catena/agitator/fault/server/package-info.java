/** Faults of servers: killed, stopped, paused, restarted, migrated. */
package catena.agitator.fault.server;
