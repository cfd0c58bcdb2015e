<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- Of ZooKeeper's server. -->
<#if tiers??>
dataDir=${files.zookeeper(tiers.zookeeper())}
<#else>
dataDir=${files.data(first.zookeeper)}
</#if>
clientPort=${cluster.port(role.zookeeper, "client")}
clientPortAddress=${cluster.host(first.zookeeper)}
<#-- Sessions may be 2 to 20 ticks long. -->
tickTime=2000
maxClientCnxns=0
admin.enableServer=false
4lw.commands.whitelist=ruok,srvr,stat
autopurge.snapRetainCount=3
autopurge.purgeInterval=1
