/** Whether every server is at work, asked of those who must know. */
package catena.cluster.health;
