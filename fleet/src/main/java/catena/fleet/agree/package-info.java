// SPDX-License-Identifier: Apache-2.0
/**
 * The nodes in ZooKeeper by which the processes of a run agree: small ones, none of which grows
 * with the run.
 *
 * <pre>
 * /catena/runs/&lt;id&gt;/coordinator      who coordinates: ephemeral
 * /catena/runs/&lt;id&gt;/specification    path and SHA-256 of the run's description, version
 * /catena/runs/&lt;id&gt;/order            the workers' only watch: phase, generation, time, who is given up
 * /catena/runs/&lt;id&gt;/clock            written to get the leader's clock
 * /catena/runs/&lt;id&gt;/members/&lt;slot&gt;   who takes part, and how far it is: ephemeral
 * </pre>
 *
 * <p>ZooKeeper pushes the members' nodes to the coordinator. A worker holds one watch, on the
 * order, and checks now and then whether there is a coordinator. A phase begins at a time that the
 * coordinator sets by the clock of ZooKeeper's leader, not when a message arrives: so the workers
 * begin only as far apart as their errors about that clock, whatever their number.
 *
 * <p>Curator's DistributedDoubleBarrier does none of this: its timed {@code enter} passes early
 * (curator 1290), and a process that gave up lets others pass (curator 838).
 */
package catena.fleet.agree;
