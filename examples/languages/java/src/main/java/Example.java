import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.openfeature.contrib.providers.ofrep.OfrepProvider;
import dev.openfeature.contrib.providers.ofrep.OfrepProviderOptions;
import dev.openfeature.sdk.*;
import java.util.List;
import java.util.Map;

public class Example {
    public static void main(String[] args) {
        // The API key as "id:secret".
        var authorization = ImmutableList.of("Bearer " + System.getenv("SIGNALBOX_KEY"));
        var options = OfrepProviderOptions.builder()
                .baseUrl(System.getenv("SIGNALBOX_URL"))
                .headers(ImmutableMap.of("Authorization", authorization))
                .build();
        OpenFeatureAPI.getInstance().setProviderAndWait(OfrepProvider.constructProvider(options));
        var client = OpenFeatureAPI.getInstance().getClient();

        var ann = new ImmutableContext("ann", Map.of("country", new Value("FR"), "plan", new Value("pro")));
        var ben = new ImmutableContext("ben", Map.of("country", new Value("DE")));

        for (var context : List.of(ann, ben)) {
            var express = client.getBooleanValue("shop:express", false, context);
            var greeting = client.getStringDetails("shop:greeting", "Hello", context);
            var items = client.getIntegerValue("shop:items", 10, context);
            System.out.printf("%s: express %b, %d items, %s (%s)%n",
                    context.getTargetingKey(), express, items, greeting.getValue(), greeting.getVariant());
        }

        var page = client.getObjectValue("shop:page", new Value(), ann).asStructure();
        System.out.printf("%s: %d columns%n", page.getValue("title").asString(), page.getValue("columns").asInteger());

        var unknown = client.getBooleanDetails("shop:unknown", false, ann);
        System.out.printf("unknown: %b (%s)%n", unknown.getValue(), unknown.getErrorCode());
        OpenFeatureAPI.getInstance().shutdown();
    }
}
