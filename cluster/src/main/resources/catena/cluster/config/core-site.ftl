<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- Of Hadoop's servers and clients. -->
hadoop.tmp.dir=${files.data()}/tmp
<#if hdfs>
fs.defaultFS=hdfs://${cluster.address(role.namenode, "rpc")}
<#else>
fs.file.impl=org.apache.hadoop.fs.${(spec.volume().name() == "LOCAL_RAW")?then("RawLocalFileSystem", "LocalFileSystem")}
</#if>
<#if kerberos>
hadoop.security.authentication=kerberos
</#if>
<#-- A client gives up on a server of this machine that refuses the connection, within seconds. -->
ipc.client.connect.max.retries=10
<#if network>
<#-- And on one that is cut off, which says nothing, after 15 s, not after 45 times 20. -->
ipc.client.connect.timeout=5000
ipc.client.connect.max.retries.on.timeouts=2
</#if>
