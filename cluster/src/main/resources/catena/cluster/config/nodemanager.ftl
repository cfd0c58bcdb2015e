<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- What one NodeManager has for itself. -->
yarn.nodemanager.hostname=${cluster.host(id)}
yarn.nodemanager.address=${cluster.host(id)}:${ports.container}
yarn.nodemanager.localizer.address=${cluster.host(id)}:${ports.localizer}
yarn.nodemanager.webapp.address=${cluster.host(id)}:${ports.http}
yarn.nodemanager.local-dirs=${files.data(id)}/local
yarn.nodemanager.log-dirs=${files.data(id)}/containers
