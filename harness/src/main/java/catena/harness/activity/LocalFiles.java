// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import java.nio.file.Path;

/**
 * Where a local cluster has its files.
 *
 * @param home its directory, which all of its processes name in their command lines
 * @param hadoopConf Hadoop's configuration directory
 */
public record LocalFiles(Path home, Path hadoopConf) {}
