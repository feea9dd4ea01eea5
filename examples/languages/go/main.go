package main

import (
	"context"
	"fmt"
	"os"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

func main() {
	// The API key as "id:secret".
	provider := ofrep.NewProvider(os.Getenv("SIGNALBOX_URL"), ofrep.WithBearerToken(os.Getenv("SIGNALBOX_KEY")))
	if err := openfeature.SetProviderAndWait(provider); err != nil {
		panic(err)
	}
	client := openfeature.NewDefaultClient()
	ctx := context.Background()

	ann := openfeature.NewEvaluationContext("ann", map[string]any{"country": "FR", "plan": "pro"})
	ben := openfeature.NewEvaluationContext("ben", map[string]any{"country": "DE"})

	for _, user := range []openfeature.EvaluationContext{ann, ben} {
		express, _ := client.BooleanValue(ctx, "shop:express", false, user)
		greeting, _ := client.StringValueDetails(ctx, "shop:greeting", "Hello", user)
		items, _ := client.IntValue(ctx, "shop:items", 10, user)
		fmt.Printf("%s: express %t, %d items, %s (%s)\n", user.TargetingKey(), express, items, greeting.Value, greeting.Variant)
	}

	value, _ := client.ObjectValue(ctx, "shop:page", map[string]any{}, ann)
	page := value.(map[string]any)
	fmt.Printf("%s: %v columns\n", page["title"], page["columns"])

	unknown, _ := client.BooleanValueDetails(ctx, "shop:unknown", false, ann)
	fmt.Printf("unknown: %t (%s)\n", unknown.Value, unknown.ErrorCode)
}
