package signalbox.jvm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/** A script that is loaded. Its classes are collected once nothing refers to it. */
final class Script {
  private final Method bind;
  private final Object enabled;

  /** Whether it has run in this process: the first run also loads classes. */
  volatile boolean hasRun;

  private Script(Method bind, Object enabled) {
    this.bind = bind;
    this.enabled = enabled;
  }

  /** Loads classes, without running code of them. Throws an `IllegalArgumentException` if there is no such function. */
  static Script load(ClassLoader runtime, String bridge, Compiler.Compiled compiled) throws Exception {
    Class<?> entry = Class.forName(compiled.entry(), false, new Own(runtime, compiled.classes()));
    Class<?> caller = runtime.loadClass(bridge);
    try {
      Object enabled = caller.getMethod("find", Class.class).invoke(null, entry);
      for (Method method : caller.getMethods()) if (method.getName().equals("bind")) return new Script(method, enabled);
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof Exception cause) throw cause;
      throw thrown;
    }
    throw new IllegalStateException(bridge + " has no bind");
  }

  /** Says where the lines go that scripts print. */
  static void connect(ClassLoader runtime, String bridge, Consumer<String> sink) throws ReflectiveOperationException {
    runtime.loadClass(bridge).getMethod("connect", Consumer.class).invoke(null, sink);
  }

  /** A call of the script. */
  @SuppressWarnings("unchecked")
  Callable<Object> bind(String context, Runnable[] answers, Function<String, CompletionStage<String>> http)
      throws ReflectiveOperationException {
    return (Callable<Object>) bind.invoke(null, enabled, context, answers, http);
  }

  /** Has the classes of one script, and serves only what scripts may use. */
  private static final class Own extends ClassLoader {
    private final ClassLoader runtime;
    private final Map<String, byte[]> classes;

    Own(ClassLoader runtime, Map<String, byte[]> classes) {
      super(null);
      this.runtime = runtime;
      this.classes = classes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) return known;
        byte[] bytes = classes.get(name);
        if (bytes != null) return defineClass(name, bytes, 0, bytes.length);
        if (!Allowed.isClass(name.replace('.', '/'))) throw new ClassNotFoundException(name);
        return runtime.loadClass(name);
      }
    }
  }
}
