// SPDX-License-Identifier: Apache-2.0
/** What the files of a run of a large fleet come to, and how long their report takes. */
package catena.bench.scale;
