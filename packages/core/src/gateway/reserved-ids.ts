/** The id of the default flow, which every API has. Routes without `flow_ref` use it. */
export const DEFAULT_FLOW = 'default_plugin_chain'

/** The id of the default client settings, which every API has. Backends without `client` use them. */
export const DEFAULT_CLIENT = 'default_backend_client'

/** The id of the generated token route. Routes of an API cannot use it if a plan issues tokens. */
export const TOKEN_ROUTE = 'oauth2-token'

/** The id of the generated route with the public keys of tokens. Like `TOKEN_ROUTE`, it is reserved if a plan issues tokens. */
export const KEYS_ROUTE = 'oauth2-keys'

/** The id of the generated route with what consumers have used. Routes of an API cannot use it if `show_usage` is set. */
export const USAGE_ROUTE = 'consumer-usage'

/** The prefix of the ids of draft routes. Ids of APIs cannot begin with it. */
export const DRAFT_PREFIX = 'testing_'
