// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocolPB;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.SecurityInfo;
import org.apache.hadoop.security.token.TokenInfo;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSelector;

/**
 * Selects the token with which a client asks the ApplicationMaster of its job how far it is, where
 * Hadoop requires Kerberos.
 *
 * <p>Hadoop's own class for it ({@code MRClientSecurityInfo}) is in {@code
 * hadoop-mapreduce-client-app} only, which is not part of {@code hadoop-client-api}: with the
 * latter alone, each question ends with "Client cannot authenticate via:[TOKEN, KERBEROS]". Hadoop
 * finds this one by {@code META-INF/services}.
 */
public final class ApplicationMasterSecurity extends SecurityInfo {
  /** Made by Hadoop. */
  public ApplicationMasterSecurity() {}

  @Override
  public KerberosInfo getKerberosInfo(Class<?> protocol, Configuration conf) {
    return null;
  }

  @Override
  public TokenInfo getTokenInfo(Class<?> protocol, Configuration conf) {
    return protocol.equals(MRClientProtocolPB.class)
        ? ByClientToken.class.getAnnotation(TokenInfo.class)
        : null;
  }

  /** Has the annotation that the protocol lacks. */
  @TokenInfo(ClientToAMTokenSelector.class)
  private interface ByClientToken {}
}
