// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A hash of the byte code of the methods of one name, which other methods do not change. */
final class Fingerprint {
  /** Of a SHA-256: enough to distinguish two releases. */
  private static final int DIGITS = 12;

  private Fingerprint() {}

  /**
   * The hash of a class's methods of this name: their instructions and constants, without line
   * numbers, names of variables and frames, which do nothing.
   *
   * @param classFile the bytes of a class
   * @return hexadecimal digits; empty if there is no such method
   */
  static String of(byte[] classFile, String method) {
    // A class that has these methods alone, and so a constant pool of what they use.
    ClassWriter alone = new ClassWriter(0);
    boolean[] found = new boolean[1];
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String types, String generic, String[] thrown) {
                if (!name.equals(method)) {
                  return null;
                }
                found[0] = true;
                return alone.visitMethod(access, name, types, null, thrown);
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    if (!found[0]) {
      return "";
    }
    alone.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "Alone", null, "java/lang/Object", null);
    return hash(alone.toByteArray());
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
