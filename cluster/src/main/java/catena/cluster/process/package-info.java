/** Processes of servers: started, remembered, signalled, found again. */
package catena.cluster.process;
