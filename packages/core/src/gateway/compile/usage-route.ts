import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'
import { USAGE_ROUTE } from '../reserved-ids.ts'
import { nowhere } from './backends/backend.ts'
import { toSlot } from './flow.ts'
import { type Base, compileFrontend } from './frontend.ts'
import type { Security } from './plans.ts'
import type { TokenRoute } from './token-route.ts'

/** The path of what consumers have used, below the context path of an API. */
const USAGE_PATH = '/.well-known/usage'

/** Builds the route on which consumers, identified by the plans of the API, read their own quotas. */
export const usageRoute = (base: Base, { slots, refusal }: Security): TokenRoute => ({
  name: USAGE_ROUTE,
  enabled: true,
  frontend: compileFrontend(base, { paths: [USAGE_PATH], methods: ['GET'], exact: true }, () => '').frontend,
  ...(refusal && { refusal }),
  backend: nowhere,
  plugins: [...slots, toSlot({ plugin: `${PLUGIN_PREFIX}ConsumerUsage` })],
})
