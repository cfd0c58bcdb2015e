// SPDX-License-Identifier: Apache-2.0
/**
 * What the processes of a run agree by, in ZooKeeper: small nodes, none of which grows with the
 * run.
 *
 * <pre>
 * /catena/runs/&lt;id&gt;/coordinator      who coordinates: ephemeral
 * /catena/runs/&lt;id&gt;/specification    path and SHA-256 of the run's description, version
 * /catena/runs/&lt;id&gt;/order            the workers' only watch: phase, generation, time, who is given up
 * /catena/runs/&lt;id&gt;/clock            written to get the leader's clock
 * /catena/runs/&lt;id&gt;/members/&lt;slot&gt;   who takes part, and how far it is: ephemeral
 * </pre>
 *
 * <p>What members say is pushed to the coordinator; a worker holds one watch, on the order, and
 * asks now and then whether there is a coordinator. A phase begins at a time that the coordinator
 * names in the clock of ZooKeeper's leader, not when a message arrives: then the workers begin as
 * far apart as what they know of that clock, whatever their number.
 *
 * <p>Curator's DistributedDoubleBarrier does none of this: a timed {@code enter} of it passes early
 * (curator 1290), and one who gave up lets others pass (curator 838).
 */
package catena.fleet.agree;
