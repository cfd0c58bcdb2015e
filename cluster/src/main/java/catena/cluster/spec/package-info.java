/** What a cluster consists of: roles, servers, hosts and their names. */
package catena.cluster.spec;
