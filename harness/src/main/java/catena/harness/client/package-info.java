/** One life cycle for every long-lived worker, one runner, one way to stop. */
package catena.harness.client;
