package signalbox.jvm;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks the bytecode of a script before it is loaded. */
final class Fence {
  private Fence() {}

  /** Throws a `Rejected` that names the first thing a script may not use, and where its source mentions it. */
  static void check(Map<String, byte[]> classes, String source) throws Compiler.Rejected, IOException {
    Set<String> declared = declaredIn(classes);
    for (Map.Entry<String, byte[]> one : new TreeMap<>(classes).entrySet()) {
      String own = one.getKey().replace('.', '/');
      if (Allowed.isClass(own) || own.startsWith("java/") || own.startsWith("signalbox/"))
        throw refused("a class named " + one.getKey(), one.getKey(), source);
      ClassFile file = new ClassFile(one.getValue());
      if (file.isDynamic) throw refused("method handles", "", source);
      if (file.methods.contains("finalize()V")) throw refused("finalizers", "finalize", source);
      for (ClassFile.Member member : file.members)
        if (!Allowed.isMember(member.owner(), member.name(), member.descriptor())
            || (classes.containsKey(member.owner().replace('/', '.'))
                && !declared.contains(member.name() + member.descriptor())
                && (!Allowed.isInherited(member.name()) || Allowed.isBulk(member.name(), member.descriptor()))))
          throw refused(member.owner().replace('/', '.') + "." + member.name(), member.name(), source);
      for (String name : file.classes)
        if (!classes.containsKey(name.replace('/', '.')) && !Allowed.isClass(name))
          throw refused(name.replace('/', '.'), name.substring(name.lastIndexOf('/') + 1), source);
    }
  }

  /**
   * The names and descriptors of the methods that a script declares, which it may call whatever their names are. None if
   * one of its classes extends one of Java's that shares work between threads: an interface could name what that inherits.
   */
  private static Set<String> declaredIn(Map<String, byte[]> classes) throws IOException {
    Set<String> declared = new HashSet<>();
    for (byte[] bytes : classes.values()) {
      ClassFile file = new ClassFile(bytes);
      for (String parent : file.parents) if (Allowed.isParallel(parent)) return Set.of();
      declared.addAll(file.methods);
    }
    return declared;
  }

  private static Compiler.Rejected refused(String what, String mention, String source) {
    int at = mention.isEmpty() ? -1 : source.indexOf(mention);
    String before = at < 0 ? "" : source.substring(0, at);
    int line = 1 + (int) before.chars().filter(one -> one == '\n').count();
    int column = before.length() - before.lastIndexOf('\n');
    return new Compiler.Rejected("The script uses " + what + ", which scripts may not use", line, column);
  }
}
