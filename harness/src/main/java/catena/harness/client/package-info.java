/** One life cycle for every long-lived worker, and one runner. */
package catena.harness.client;
