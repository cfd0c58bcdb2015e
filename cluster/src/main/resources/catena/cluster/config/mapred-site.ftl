<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- Of jobs. Where Hadoop asks for Kerberos, a container without a realm cannot even use its tokens. -->
mapreduce.framework.name=yarn
mapreduce.application.classpath=${files.hadoopConf()},${jars.hadoop()}/*
<#-- In HDFS. -->
yarn.app.mapreduce.am.staging-dir=/tmp/hadoop-yarn/staging
yarn.app.mapreduce.am.resource.mb=${kerberos?then(1536, 512)}
yarn.app.mapreduce.am.command-opts=-Xmx384m ${container}
mapreduce.map.memory.mb=1024
mapreduce.map.java.opts=-Xmx768m ${container}
mapreduce.reduce.memory.mb=1024
mapreduce.reduce.java.opts=-Xmx768m ${container}
mapreduce.shuffle.port=0
<#if kerberos>
<#-- A NodeManager hands out no mapper's output without Hadoop's native library, which no artifact of
     Maven's has: so small jobs run in their ApplicationMaster, as a whole. -->
mapreduce.job.ubertask.enable=true
mapreduce.job.ubertask.maxmaps=9
<#-- A range of rows does not say how much it is: the largest number of bytes that there is. -->
mapreduce.job.ubertask.maxbytes=9223372036854775807
</#if>
