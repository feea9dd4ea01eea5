import { type GatewayApi, TESTING_HEADER } from '../apis/api.ts'
import { DRAFT_PREFIX } from '../reserved-ids.ts'
import type { CompiledRoute } from './compiled-route.ts'
import type { Warn } from './warnings.ts'

/** The request header that opens draft routes. */
export interface TestingHeader {
  readonly key: string
  readonly value: string
}

/**
 * Returns the testing header of an API; `undefined` if testing is off or the header has no value, since then it would
 * not tell testers from others.
 */
export function testingHeader({ testing = {} }: GatewayApi, warn: Warn): TestingHeader | undefined {
  const { enabled = false, headerKey = TESTING_HEADER, headerValue = '' } = testing
  if (!enabled) return undefined
  if (headerValue !== '') return { key: headerKey, value: headerValue }
  warn('/testing/headerValue', 'testing.header.empty')
  return undefined
}

/** Step 5: turns a route into a draft route, which only matches requests with the testing header. */
export const toDraft = (
  { id, name, enabled, api_ref, api_state, version, blueprint, ...route }: CompiledRoute,
  { key, value }: TestingHeader,
): CompiledRoute => ({
  id: `${DRAFT_PREFIX}${id}`,
  name,
  enabled,
  api_ref,
  api_state,
  version,
  blueprint,
  ...route,
  draft: true,
  testing: { header: key, value },
  frontend: { ...route.frontend, headers: { ...without(route.frontend.headers, key), [key]: value } },
})

/** Removes a header by name, ignoring case. */
const without = (headers: Readonly<Record<string, string>>, key: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== key.toLowerCase()))
