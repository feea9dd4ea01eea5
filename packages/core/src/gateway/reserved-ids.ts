/** The id of the flow that is there without being sent, and that of routes which name none. */
export const DEFAULT_FLOW = 'default_plugin_chain'

/** The id of the client settings that are there without being sent, and those of backends which name none. */
export const DEFAULT_CLIENT = 'default_backend_client'

/** The id of the route at which consumers get tokens: no route of an API may have it where a plan gives them. */
export const TOKEN_ROUTE = 'oauth2-token'

/** What the ids of draft routes begin with: no id of an API does. */
export const DRAFT_PREFIX = 'testing_'
