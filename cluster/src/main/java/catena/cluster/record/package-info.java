// SPDX-License-Identifier: Apache-2.0
/** The files of a cluster's directory: where each lies, and what {@code cluster.json} says. */
package catena.cluster.record;
