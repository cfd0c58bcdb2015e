<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- Of HDFS's servers and clients; without HDFS there is nothing to say. -->
<#if hdfs>
dfs.namenode.rpc-address=${cluster.address(role.namenode, "rpc")}
dfs.namenode.http-address=${cluster.address(role.namenode, "http")}
dfs.namenode.name.dir=${files.data(first.namenode).toUri()}
dfs.namenode.datanode.registration.ip-hostname-check=false
dfs.replication=${spec.replication()}
<#-- There is no spare DataNode to replace a failed one of a pipeline. -->
dfs.client.block.write.replace-datanode-on-failure.enable=false
<#-- Accumulo's advice: RFiles survive a power cut. -->
dfs.datanode.synconclose=${spec.disks().syncOnClose()}
dfs.namenode.safemode.extension=0
<#-- A DataNode is given up 2 × 10 s + 10 × 1 s after its last heartbeat, not after ten minutes. -->
dfs.heartbeat.interval=1
dfs.namenode.heartbeat.recheck-interval=10000
dfs.namenode.redundancy.interval.seconds=1
<#if kerberos>
<#list ["namenode", "datanode"] as server>
dfs.${server}.kerberos.principal=hdfs/${host}@${realm}
dfs.${server}.keytab.file=${files.serversKeytab()}
</#list>
dfs.web.authentication.kerberos.principal=HTTP/${host}@${realm}
dfs.web.authentication.kerberos.keytab=${files.serversKeytab()}
dfs.block.access.token.enable=true
<#-- Ports below 1024 are root's, and everything else that is asked of a DataNode is there. -->
ignore.secure.ports.for.testing=true
<#-- As on a cluster without Kerberos, where everybody is the user who started it. -->
dfs.permissions.enabled=false
</#if>
<#if network>
<#-- A DataNode that is cut off holds a writer up for some 20 s, not for minutes. -->
dfs.client.socket-timeout=10000
<#-- After 6 s of silence it gets no new block, and has no say in whether a log is closed. -->
dfs.namenode.stale.datanode.interval=6000
dfs.namenode.avoid.write.stale.datanode=true
dfs.namenode.avoid.read.stale.datanode=true
dfs.namenode.write.stale.datanode.ratio=1.0
</#if>
</#if>
