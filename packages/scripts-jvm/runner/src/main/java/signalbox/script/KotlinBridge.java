package signalbox.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import kotlin.Unit;
import kotlin.jvm.functions.Function0;
import play.libs.ws.WSClient;

/**
 * Calls Kotlin scripts. It is loaded beside what scripts see, apart from the runner, so both meet in types of the JDK
 * only.
 */
public final class KotlinBridge {
  private static final String FORM =
      "fun enabled(context: JsonNode, enabled: () -> Unit, disabled: () -> Unit, http: WSClient)";

  private KotlinBridge() {}

  /** Says where lines of logs go, and loads what every run needs, which the first run would be charged for. */
  public static void connect(Consumer<String> sink) {
    Log.sink = sink;
    Client.JSON.convertValue(Client.parse("{\"a\":[1,2.5,null,true]}"), Map.class);
  }

  /** The function that a script defines. Throws an `IllegalArgumentException` that says how to define it. */
  public static MethodHandle find(Class<?> script) throws IllegalAccessException {
    for (Method method : script.getDeclaredMethods()) {
      if (!method.getName().equals("enabled") || !Modifier.isStatic(method.getModifiers())) continue;
      Class<?>[] types = method.getParameterTypes();
      boolean isKnown =
          (types.length == 3 || (types.length == 4 && types[3] == WSClient.class))
              && (types[0] == JsonNode.class || types[0] == Map.class)
              && types[1] == Function0.class
              && types[2] == Function0.class;
      if (!isKnown) continue;
      method.setAccessible(true);
      // Not by the method itself: after some calls, Java would generate a class for it that scripts may not see.
      return MethodHandles.lookup().unreflect(method);
    }
    throw new IllegalArgumentException(
        "The script must define " + FORM + "; the context may be a Map<String, Any?>, and http may be left out");
  }

  /** A call of a script with its arguments. */
  public static Callable<Object> bind(
      MethodHandle enabled, String context, Runnable[] answers, Function<String, CompletionStage<String>> http) {
    List<Class<?>> types = enabled.type().parameterList();
    List<Object> values = new ArrayList<>();
    JsonNode json = Client.parse(context);
    values.add(types.get(0) == Map.class ? Client.JSON.convertValue(json, Map.class) : json);
    for (Runnable answer : answers) values.add(new Callback(answer));
    if (types.size() == 4) values.add(new Client(http));
    return () -> {
      try {
        return enabled.invokeWithArguments(values);
      } catch (Exception | Error thrown) {
        throw thrown;
      } catch (Throwable thrown) {
        throw new IllegalStateException(thrown);
      }
    };
  }

  private record Callback(Runnable answer) implements Function0<Unit> {
    @Override
    public Unit invoke() {
      answer.run();
      return Unit.INSTANCE;
    }
  }
}
