<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- Of YARN's servers and clients. -->
yarn.resourcemanager.hostname=${cluster.host(first.resourcemanager)}
<#list {
    "address": "client",
    "scheduler.address": "scheduler",
    "resource-tracker.address": "tracker",
    "admin.address": "admin",
    "webapp.address": "http"} as key, port>
yarn.resourcemanager.${key}=${cluster.address(role.resourcemanager, port)}
</#list>
<#-- The capacity scheduler keeps all but a tenth of so small a cluster from application masters. -->
yarn.resourcemanager.scheduler.class=org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler
yarn.nodemanager.aux-services=mapreduce_shuffle
<#-- Three workers of a fleet. -->
yarn.nodemanager.resource.memory-mb=6144
yarn.nodemanager.resource.cpu-vcores=4
yarn.scheduler.minimum-allocation-mb=256
yarn.nodemanager.vmem-check-enabled=false
yarn.nodemanager.pmem-check-enabled=false
<#-- A full disk is the machine's owner's business; YARN would only refuse all containers. -->
yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage=100
yarn.nodemanager.disk-health-checker.min-free-space-per-disk-mb=0
<#-- Else the ResourceManager keeps it in the machine's own /tmp. -->
yarn.node-attribute.fs-store.root-dir=${files.data().resolve("tmp/node-attribute").toUri()}
yarn.application.classpath=${files.hadoopConf()},${jars.hadoop()}/*
<#if kerberos>
<#list ["resourcemanager", "nodemanager"] as server>
yarn.${server}.principal=yarn/${host}@${realm}
yarn.${server}.keytab=${files.serversKeytab()}
</#list>
</#if>
