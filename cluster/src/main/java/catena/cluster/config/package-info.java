// SPDX-License-Identifier: Apache-2.0
/** The configuration of every server: computed from the specification, written once. */
package catena.cluster.config;
