// SPDX-License-Identifier: Apache-2.0
/** One life cycle for every long-lived worker, and one runner. */
package catena.harness.client;
