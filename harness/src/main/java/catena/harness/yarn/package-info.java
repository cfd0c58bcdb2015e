// SPDX-License-Identifier: Apache-2.0
/**
 * What every job on YARN needs of the machine that submits it: the site's Hadoop configuration, and
 * this process's own class path, since nothing of Catena is installed on the nodes.
 */
package catena.harness.yarn;
