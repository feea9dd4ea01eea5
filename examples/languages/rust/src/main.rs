use open_feature::{EvaluationContext, OpenFeature, StructValue, Value};
use open_feature_ofrep::{OfrepOptions, OfrepProvider};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use std::env::var;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The API key as "id:secret".
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, format!("Bearer {}", var("SIGNALBOX_KEY")?).parse()?);
    let options = OfrepOptions { base_url: var("SIGNALBOX_URL")?, headers, ..Default::default() };
    let provider = OfrepProvider::new(options).await?;

    let mut api = OpenFeature::singleton_mut().await;
    api.set_provider(provider).await;
    let client = api.create_client();

    let ann = EvaluationContext::default()
        .with_targeting_key("ann")
        .with_custom_field("country", "FR")
        .with_custom_field("plan", "pro");
    let ben = EvaluationContext::default().with_targeting_key("ben").with_custom_field("country", "DE");

    for (name, context) in [("ann", &ann), ("ben", &ben)] {
        let express = client.get_bool_value("shop:express", Some(context), None).await.unwrap_or(false);
        let greeting = client.get_string_details("shop:greeting", Some(context), None).await.unwrap();
        let items = client.get_int_value("shop:items", Some(context), None).await.unwrap_or(10);
        let variant = greeting.variant.unwrap_or_default();
        println!("{name}: express {express}, {items} items, {} ({variant})", greeting.value);
    }

    let page: StructValue = client.get_struct_value("shop:page", Some(&ann), None).await.unwrap();
    if let (Some(Value::String(title)), Some(Value::Int(columns))) = (page.fields.get("title"), page.fields.get("columns")) {
        println!("{title}: {columns} columns");
    }

    let unknown = client.get_bool_value("shop:unknown", Some(&ann), None).await;
    println!("unknown: false ({})", unknown.unwrap_err().code);
    Ok(())
}
