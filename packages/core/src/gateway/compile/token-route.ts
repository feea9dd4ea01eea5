import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { KEYS_ROUTE, TOKEN_ROUTE } from '../reserved-ids.ts'
import { nowhere } from './backends/backend.ts'
import type { CompiledRoute } from './compiled-route.ts'
import { toSlot } from './flow.ts'
import { type Base, compileFrontend } from './frontend.ts'
import { type Security, TOKEN_SECONDS, tokenPlansOf } from './plans.ts'

/** The path of the token endpoint below the context path of an API. */
const TOKEN_PATH = '/.well-known/oauth/token'

/** The longest lifetime of a token of an API, in seconds; `undefined` if it issues none. */
export function longestLifetime(definition: ApiDefinition): number | undefined {
  const lifetimes = tokenPlansOf(definition).map(
    ({ access_mode_configuration: { expiresIn = TOKEN_SECONDS } = {} }) => expiresIn,
  )
  return lifetimes.length > 0 ? Math.max(...lifetimes) : undefined
}

/** The members that differ between a generated route and the other routes of its API. */
export type TokenRoute = Pick<CompiledRoute, 'name' | 'enabled' | 'frontend' | 'refusal' | 'backend' | 'plugins'>

const KEYS_PATH = '/.well-known/jwks.json'

/**
 * Step 4, continued: builds the token route of an API, answered by the token endpoint alone. Its configuration lists
 * the tokens that each plan issues.
 */
export const tokenRoute = (base: Base, plans: Security['tokenPlans']): TokenRoute => ({
  name: TOKEN_ROUTE,
  enabled: true,
  frontend: compileFrontend(base, { paths: [TOKEN_PATH], methods: ['POST'], exact: true }, () => '').frontend,
  backend: nowhere,
  plugins: [
    toSlot({
      plugin,
      config: {
        publishes: 'tokens',
        plans: plans.map(({ id, access_mode_configuration: { expiresIn = TOKEN_SECONDS, scopes = [] } = {} }) => ({
          plan_ref: id,
          expiresIn,
          scopes,
        })),
      },
    }),
  ],
})

/** Builds the route with the public keys of tokens, as a JWK Set (RFC 7517). */
export const keysRoute = (base: Base): TokenRoute => ({
  name: KEYS_ROUTE,
  enabled: true,
  frontend: compileFrontend(base, { paths: [KEYS_PATH], methods: ['GET'], exact: true }, () => '').frontend,
  backend: nowhere,
  plugins: [toSlot({ plugin, config: { publishes: 'keys', plans: [] } })],
})

const plugin = `${PLUGIN_PREFIX}ClientCredentialTokenEndpoint`
