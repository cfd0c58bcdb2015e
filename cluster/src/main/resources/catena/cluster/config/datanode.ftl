<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- What one DataNode has for itself: the shared site cannot say it. -->
<#if tiers??>
dfs.datanode.data.dir=<#list kinds as tier>[${tier.storageType()}]${files.blocks(id, tier).toUri()}<#sep>,</#list>
<#else>
dfs.datanode.data.dir=${files.data(id).toUri()}
</#if>
dfs.datanode.address=${cluster.host(id)}:${ports.data}
dfs.datanode.http.address=${cluster.host(id)}:${ports.http}
dfs.datanode.ipc.address=${cluster.host(id)}:${ports.ipc}
