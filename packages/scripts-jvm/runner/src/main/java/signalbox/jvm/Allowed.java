package signalbox.jvm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What scripts may use: packages, single classes, and for some classes single members. Everything else is refused. */
final class Allowed {
  private Allowed() {}

  /** Packages with all below them, but for `NOT_PACKAGES` and `NOT_CLASSES`. */
  private static final List<String> PACKAGES =
      List.of(
          "kotlin/", "scala/", "com/fasterxml/jackson/databind/node/", "play/libs/ws/", "play/api/libs/ws/",
          "play/api/libs/json/", "play/api/libs/functional/", "java/util/function/", "java/util/regex/",
          "java/util/stream/", "java/util/concurrent/atomic/", "java/time/", "java/math/", "java/text/",
          "java/lang/annotation/");

  private static final List<String> NOT_PACKAGES =
      List.of(
          "kotlin/io/", "kotlin/concurrent/", "kotlin/system/", "kotlin/script/", "kotlin/internal/",
          "kotlin/reflect/full/", "kotlin/reflect/jvm/", "scala/io/", "scala/sys/", "scala/reflect/", "scala/tools/",
          "scala/concurrent/impl/", "scala/concurrent/BlockContext", "scala/jdk/", "scala/collection/parallel/",
          "scala/collection/convert/Stream", "scala/ref/", "scala/beans/", "scala/compat/", "scala/App", "scala/Console",
          "scala/util/Properties", "scala/util/DynamicVariable", "scala/runtime/StructuralCallSite",
          "scala/runtime/LambdaDeserialize", "scala/runtime/SymbolLiteral", "scala/runtime/ClassValueCompat",
          "play/api/libs/json/jackson/", "play/api/libs/json/JsMacro", "java/time/zone/", "java/text/spi/",
          "java/util/stream/StreamSupport", "com/fasterxml/jackson/databind/node/POJONode",
          "com/fasterxml/jackson/databind/node/InternalNodeMapper");

  /** Classes, each a name or the beginning of names if it ends with `*`. */
  private static final List<String> CLASSES =
      List.of(
          "kotlin/io/CloseableKt", "scala/reflect/ClassTag*", "scala/reflect/Manifest*", "scala/reflect/package$",
          "scala/sys/package$", "scala/jdk/CollectionConverters*", "scala/jdk/OptionConverters*",
          "scala/jdk/DurationConverters*", "scala/jdk/FunctionConverters*", "signalbox/script/Log",
          "signalbox/script/Execution", "com/fasterxml/jackson/databind/JsonNode",
          "com/fasterxml/jackson/core/JsonProcessingException", "com/fasterxml/jackson/core/JsonPointer",
          "java/io/Serializable", "java/io/Closeable", "java/io/IOException", "java/io/UncheckedIOException",
          "java/net/URLEncoder", "java/net/URLDecoder", "java/nio/charset/Charset", "java/nio/charset/StandardCharsets",
          "java/security/MessageDigest", "java/security/NoSuchAlgorithmException",
          "java/util/concurrent/CompletionStage", "java/util/concurrent/CompletableFuture",
          "java/util/concurrent/CompletionException", "java/util/concurrent/ExecutionException",
          "java/util/concurrent/TimeoutException", "java/util/concurrent/CancellationException",
          "java/util/concurrent/TimeUnit", "java/util/concurrent/ConcurrentHashMap",
          "java/util/concurrent/ConcurrentLinkedQueue");

  /** Classes directly in `java.lang`, besides all exceptions and errors there. */
  private static final Set<String> LANG =
      Set.of(
          "Object", "String", "StringBuilder", "StringBuffer", "CharSequence", "Comparable", "Iterable", "Number",
          "Byte", "Short", "Integer", "Long", "Float", "Double", "Boolean", "Character", "Math", "StrictMath", "Enum",
          "Record", "Throwable", "Void", "AutoCloseable", "Cloneable", "Runnable", "Class", "System", "Thread",
          "StackTraceElement", "Deprecated", "Override", "FunctionalInterface", "SafeVarargs", "SuppressWarnings",
          "Appendable", "Readable", "Character$UnicodeBlock");

  /** Classes directly in `java.util` that are not allowed. */
  private static final Set<String> NOT_UTIL =
      Set.of(
          "ServiceLoader", "Timer", "TimerTask", "ResourceBundle", "PropertyResourceBundle", "ListResourceBundle",
          "Scanner", "Formatter", "Properties", "WeakHashMap", "Observable", "Currency");

  /** The members of a class that are allowed, if not all of them are. */
  private static final Map<String, Set<String>> ONLY =
      Map.of(
          "scala/sys/package$", Set.of("MODULE$", "error"),
          "scala/reflect/package$", Set.of("MODULE$", "classTag"),
          "java/lang/System", Set.of("currentTimeMillis", "nanoTime", "arraycopy", "identityHashCode", "lineSeparator"),
          "java/lang/Thread", Set.of("sleep"),
          "java/lang/Class",
              Set.of(
                  "getName", "getSimpleName", "isInstance", "cast", "equals", "hashCode", "toString", "isArray",
                  "desiredAssertionStatus", "getComponentType"),
          "java/text/SimpleDateFormat", Set.of("<init>", "format", "parse", "setTimeZone", "setLenient"));

  /**
   * Members that no class may be asked for: they start threads, change or read what all scripts share, or lead to
   * reflection.
   */
  private static final Set<String> NOT_MEMBERS =
      Set.of(
          "mapConcurrent", "opportunistic", "orTimeout", "completeOnTimeout", "delayedExecutor", "defaultExecutor",
          "setDefault", "getInteger", "getLong", "getBoolean", "printStackTrace", "global",
          "loadClass", "getClassLoader", "toURL", "newInstance", "putPOJO", "addPOJO", "insertPOJO", "setPOJO", "pojoNode",
          "putRawValue", "rawValueNode");

  /** Whether scripts may use a class, given by its name with slashes. */
  static boolean isClass(String name) {
    if (name.startsWith("java/lang/") && name.indexOf('/', 10) < 0) {
      String simple = name.substring(10);
      return LANG.contains(simple) || simple.endsWith("Exception") || (simple.endsWith("Error"));
    }
    if (name.startsWith("java/util/") && name.indexOf('/', 10) < 0) {
      String outer = name.substring(10);
      int dollar = outer.indexOf('$');
      return !NOT_UTIL.contains(dollar < 0 ? outer : outer.substring(0, dollar));
    }
    for (String one : CLASSES)
      if (one.endsWith("*") ? name.startsWith(one.substring(0, one.length() - 1)) : name.equals(one)) return true;
    for (String one : NOT_PACKAGES) if (name.startsWith(one)) return false;
    for (String one : PACKAGES) if (name.startsWith(one)) return true;
    return false;
  }

  /** Whether scripts may use a member of a class that they may use. */
  static boolean isMember(String owner, String member, String descriptor) {
    Set<String> only = ONLY.get(owner);
    if (only != null) return only.contains(member);
    return !isClass(owner) || (isInherited(member) && !(isMap(owner) && isBulk(member, descriptor)));
  }

  /**
   * Whether scripts may use a member of a class of their own that they do not declare. It may be of a class that they
   * extend, so the names of forbidden members are forbidden.
   */
  static boolean isInherited(String member) {
    return !NOT_MEMBERS.contains(member)
        && !member.endsWith("Async")
        && !member.startsWith("parallel")
        && !member.startsWith("asJavaPar");
  }

  /** Whether a class that a script extends has members that start threads or share work between them. */
  static boolean isParallel(String parent) {
    return parent.startsWith("java/util/") && !parent.startsWith("java/util/function/");
  }

  /** Whether a member is an operation of `ConcurrentHashMap` on many entries, whose threshold lets it use several threads. */
  static boolean isBulk(String member, String descriptor) {
    return descriptor.startsWith("(J") && BULK.matcher(member).matches();
  }

  private static final Pattern BULK = Pattern.compile("(forEach|search|reduce)[A-Za-z]*");

  private static boolean isMap(String owner) {
    return owner.startsWith("java/util/concurrent/ConcurrentHashMap");
  }
}
