// SPDX-License-Identifier: Apache-2.0
/** The program of a local cluster's KDC, which is a process of its own on Hadoop's class path. */
package catena.cluster.kdc;
