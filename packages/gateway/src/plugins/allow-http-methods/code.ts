import { defineCode } from '../../plugin-api/define-code.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'
import type { Refused } from '../../plugin-api/refused.ts'

interface Config {
  readonly allowed: readonly string[]
  readonly forbidden: readonly string[]
}

/**
 * Refuses methods with 405 and `Allow`. HEAD counts as GET unless a list names it.
 */
export const allowHttpMethods = defineCode<Config>({
  stage: 'admit',
  compile(config, { route }) {
    const isAllowed = compileMethods(config)
    const refused: Refused = {
      refuse: 'errors.method.not.allowed',
      headers: ['Allow', methodsOf(config, route).filter(isAllowed).join(', ')],
    }
    return { request: ({ method }) => (isAllowed(method) ? undefined : refused) }
  },
})

const inCapitals = (methods: readonly string[]): Set<string> => new Set(methods.map((method) => method.toUpperCase()))

function compileMethods(config: Config): (method: string) => boolean {
  const allowed = inCapitals(config.allowed)
  const forbidden = inCapitals(config.forbidden)
  const isNamed = (method: string) => allowed.has(method) || forbidden.has(method)
  return (sent) => {
    const method = sent === 'HEAD' && !isNamed(sent) ? 'GET' : sent
    return !forbidden.has(method) && (allowed.size === 0 || allowed.has(method))
  }
}

/** The methods among which `Allow` picks: the route's, the list's, or common ones. */
function methodsOf({ allowed }: Config, { frontend: { methods } }: SlotContext['route']): readonly string[] {
  const all = inCapitals(methods.length > 0 ? methods : allowed.length > 0 ? allowed : common)
  if (all.has('GET')) all.add('HEAD')
  return [...all]
}

const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
