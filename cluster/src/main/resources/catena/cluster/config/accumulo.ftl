<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- Of Accumulo's servers. -->
<#if hdfs>
instance.volumes=<#list volumes as volume>hdfs://${cluster.address(role.namenode, "rpc")}${volume.path()}<#sep>,</#list>
<#else>
instance.volumes=file://${files.localVolume().toUri().getRawPath()}
</#if>
<#if tiers?? && tiers.by().name() == "VOLUMES">
<#-- Properties of a table go before these, and are not of the site. -->
general.volume.chooser=org.apache.accumulo.core.spi.fs.PreferredVolumeChooser
general.custom.volume.preferred.default=hdfs://${cluster.address(role.namenode, "rpc")}${volume[tiers.tables().word()].path()}
general.custom.volume.preferred.logger=hdfs://${cluster.address(role.namenode, "rpc")}${volume[tiers.wal().word()].path()}
<#-- The first files of the root and metadata tables, which init makes. -->
general.custom.volume.preferred.init=hdfs://${cluster.address(role.namenode, "rpc")}${volume[tiers.metadata().word()].path()}
</#if>
instance.zookeeper.host=${cluster.address(role.zookeeper, "client")}
instance.zookeeper.timeout=${spec.zookeeperTimeout().toMillis()}ms
instance.secret=${cluster.secret()}
general.micrometer.enabled=false
manager.replication.coordinator.port=0
replication.receipt.service.port=0
<#-- Tablets are spread from the start, and a missing tserver holds the others up for 20 s at most. -->
manager.startup.tserver.avail.min.count=${spec.number(role.tserver)}
manager.startup.tserver.avail.max.wait=20s
<#-- A killed process has quit by the time its lock is gone; the default allows it 10 s more. -->
manager.recovery.delay=3s
<#-- That a log is closed, or sorted, is seen within a second. By the defaults it is asked for again
     after 5 s, and after 15 s, and a recovery of seconds takes half a minute. -->
manager.lease.recovery.interval=1s
manager.recovery.wal.cache.time=0s
gc.cycle.start=10s
gc.cycle.delay=1m
tserver.memory.maps.native.enabled=${nativeMaps}
tserver.memory.maps.max=256M
tserver.cache.data.size=64M
tserver.cache.index.size=64M
tserver.total.mutation.queue.max=32M
tserver.wal.sort.buffer.size=64M
tserver.wal.max.size=256M
<#if (spec.number(role.compactor) > 0)>
<#-- A compaction service "external", which a table chooses by its dispatcher's options. -->
tserver.compaction.major.service.external.planner=org.apache.accumulo.core.spi.compaction.DefaultCompactionPlanner
tserver.compaction.major.service.external.planner.opts.executors=[{"name":"all","type":"external","queue":"${queue}"}]
</#if>
<#if network>
<#-- On a network that can be cut, a call is given up after this, and not after two minutes. -->
general.rpc.timeout=30s
</#if>
<#if tls>
instance.rpc.ssl.enabled=true
<#list {"keyStore": files.keyStore(), "trustStore": files.trustStore()} as store, file>
rpc.javax.net.ssl.${store}=${file}
rpc.javax.net.ssl.${store}Password=${cluster.secret()}
rpc.javax.net.ssl.${store}Type=PKCS12
</#list>
</#if>
<#if kerberos>
instance.rpc.sasl.enabled=true
general.kerberos.principal=accumulo/${host}@${realm}
general.kerberos.keytab=${files.serversKeytab()}
<#list ["authenticator", "authorizor", "permissionHandler"] as handler>
instance.security.${handler}=org.apache.accumulo.server.security.handler.Kerberos${handler?cap_first}
</#list>
</#if>
