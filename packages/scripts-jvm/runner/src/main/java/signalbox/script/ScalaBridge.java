package signalbox.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import play.api.libs.json.JsObject;
import play.api.libs.json.JsValue;
import play.api.libs.json.Json;
import play.api.libs.ws.WSClient;
import scala.Function0;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.concurrent.ExecutionContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.BoxedUnit;

/**
 * Calls Scala scripts. It is loaded beside what scripts see, apart from the runner, so both meet in types of the JDK
 * only.
 */
public final class ScalaBridge {
  private static final String FORM =
      "def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit, http: WSClient): Unit";

  private ScalaBridge() {}

  /** Says where lines of logs go, and loads what every run needs, which the first run would be charged for. */
  public static void connect(Consumer<String> sink) {
    Log.sink = sink;
    JsValue sample = Json.parse("{\"a\":[1,2.5,null,true]}");
    plain(Client.parse(Json.stringify(sample)));
    new ScalaClient(request -> CompletableFuture.completedFuture("{}")).url("").get();
  }

  /** The function that a script defines. Throws an `IllegalArgumentException` that says how to define it. */
  public static MethodHandle find(Class<?> script) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    for (Method method : script.getDeclaredMethods()) {
      if (!method.getName().equals("enabled") || !isKnown(List.of(method.getParameterTypes()))) continue;
      // The object of the script is only read by a call, because what is outside the function runs then.
      MethodHandle object = lookup.unreflectGetter(script.getField("MODULE$"));
      method.setAccessible(true);
      return MethodHandles.collectArguments(lookup.unreflect(method), 0, object);
    }
    throw new IllegalArgumentException(
        "The script must define "
            + FORM
            + "; the context may be a Map[String, Any], http may be left out, and an implicit ExecutionContext may follow");
  }

  private static boolean isKnown(List<Class<?>> types) {
    int count = types.size();
    if (count > 3 && types.get(count - 1) == ExecutionContext.class) count--;
    return (count == 3 || (count == 4 && types.get(3) == WSClient.class))
        && List.of(JsObject.class, JsValue.class, Map.class, scala.collection.Map.class).contains(types.get(0))
        && types.get(1) == Function0.class
        && types.get(2) == Function0.class;
  }

  /** A call of a script with its arguments. */
  public static Callable<Object> bind(
      MethodHandle enabled, String context, Runnable[] answers, Function<String, CompletionStage<String>> http) {
    List<Class<?>> types = enabled.type().parameterList();
    List<Object> values = new ArrayList<>();
    values.add(types.get(0).getName().startsWith("scala.") ? plain(Client.parse(context)) : Json.parse(context));
    for (Runnable answer : answers) values.add(new Callback(answer));
    if (types.contains(WSClient.class)) values.add(new ScalaClient(http));
    if (types.contains(ExecutionContext.class)) values.add(Execution.INSTANCE);
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

  /** JSON as maps, lists, texts, numbers, truth values and `null`. */
  private static Object plain(JsonNode json) {
    if (json.isObject()) {
      Map<String, Object> map = Map$.MODULE$.empty();
      for (Entry<String, JsonNode> one : json.properties()) map = map.updated(one.getKey(), plain(one.getValue()));
      return map;
    }
    if (json.isArray()) {
      List<Object> all = new ArrayList<>();
      for (JsonNode one : json) all.add(plain(one));
      return CollectionConverters.asScala(all).toList();
    }
    return json.isNull() ? null : json.isTextual() ? json.asText() : json.isBoolean() ? (Object) json.asBoolean() : json.numberValue();
  }

  private static final class Callback extends AbstractFunction0<BoxedUnit> {
    private final Runnable answer;

    Callback(Runnable answer) {
      this.answer = answer;
    }

    @Override
    public BoxedUnit apply() {
      answer.run();
      return BoxedUnit.UNIT;
    }
  }
}
