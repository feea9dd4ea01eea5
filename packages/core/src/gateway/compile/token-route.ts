import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'
import { TOKEN_ROUTE } from '../reserved-ids.ts'
import { nowhere } from './backend.ts'
import type { CompiledRoute } from './compiled-route.ts'
import { toSlot } from './flow.ts'
import type { Base } from './frontend.ts'
import { compileFrontend } from './frontend.ts'
import type { Security } from './plans.ts'

/** How long a token lives, unless its plan says otherwise. */
const TOKEN_SECONDS = 3600

/** Where that is, below the context path of an API. */
const TOKEN_PATH = '/.well-known/oauth/token'

/** What a token route has of its own; everything else is as of every route of the API. */
export type TokenRoute = Pick<CompiledRoute, 'name' | 'enabled' | 'frontend' | 'backend' | 'plugins'>

/**
 * Step 4, the end: one route an API, on which the endpoint alone answers. Its configuration tells what
 * tokens each plan gives.
 */
export const tokenRoute = (base: Base, plans: Security['tokenPlans']): TokenRoute => ({
  name: TOKEN_ROUTE,
  enabled: true,
  frontend: compileFrontend(base, { paths: [TOKEN_PATH], methods: ['POST'], exact: true }, () => '').frontend,
  backend: nowhere,
  plugins: [
    toSlot({
      plugin: `${PLUGIN_PREFIX}ClientCredentialTokenEndpoint`,
      config: {
        plans: plans.map(({ id, access_mode_configuration: { expiresIn = TOKEN_SECONDS, scopes = [] } = {} }) => ({
          plan_ref: id,
          expiresIn,
          scopes,
        })),
      },
    }),
  ],
})
