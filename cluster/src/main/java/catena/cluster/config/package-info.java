/** The configuration of every server: computed from the specification, written once. */
package catena.cluster.config;
