import os

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

# The API key as "id:secret".
headers = {"Authorization": f"Bearer {os.environ['SIGNALBOX_KEY']}"}
api.set_provider(OFREPProvider(os.environ["SIGNALBOX_URL"], headers_factory=lambda: headers))
client = api.get_client()

ann = EvaluationContext("ann", {"country": "FR", "plan": "pro"})
ben = EvaluationContext("ben", {"country": "DE"})

for context in (ann, ben):
    express = client.get_boolean_value("shop:express", False, context)
    greeting = client.get_string_details("shop:greeting", "Hello", context)
    items = client.get_integer_value("shop:items", 10, context)
    print(f"{context.targeting_key}: express {str(express).lower()}, {items} items, {greeting.value} ({greeting.variant})")

page = client.get_object_value("shop:page", {}, ann)
print(f"{page['title']}: {page['columns']} columns")

unknown = client.get_boolean_details("shop:unknown", False, ann)
print(f"unknown: {str(unknown.value).lower()} ({unknown.error_code.value})")
