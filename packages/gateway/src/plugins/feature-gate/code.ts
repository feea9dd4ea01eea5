import type { JsonObject } from '@signalbox/core/gateway'
import type { FeatureContext, GatewayFeatures } from '../../engines/engines.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import { type Exchange, noteRelease, type ReleaseNote, type ResponseHead } from '../../plugin-api/exchange.ts'
import type { Verdict } from '../../plugin-api/hooks.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { type ClientSource, compileClientId } from '../../request/client-id.ts'
import { keepApart } from '../shared/keep-apart.ts'
import { askLater } from './decide-later.ts'

interface Config {
  readonly feature: string
  readonly client?: ClientSource
  readonly context?: JsonObject
  readonly negate: boolean
  readonly status: number
}

/**
 * Admits requests for which a feature is active; with `negate`, the others. The feature is decided from memory. A feature
 * with a script is asked for. Requests for which the feature cannot be decided, or not in time, are refused, with `negate`
 * too.
 */
export const featureGate = defineCode<Config>({
  stage: ({ client }) => (client?.from === 'consumer' ? 'authorize' : 'admit'),
  compile({ feature, client, context: further, negate, status }, { engines: { features }, shared, report, clock }) {
    if (!features) throw new Error('The gateway has no features: pass `features` to createGateway')
    const later = askLater(features, { shared, report, clock })
    const contextOf = compileContext(client, further)
    const refused: Refused = { refuse: 'errors.feature.inactive', status }
    const activeNote: ReleaseNote = { feature, active: true }

    function end(exchange: Exchange, active: boolean, reason?: string): Verdict {
      noteRelease(exchange, active && reason === undefined ? activeNote : { feature, active, reason })
      return active === negate ? refused : undefined
    }

    function undecided(exchange: Exchange, reason: string): Verdict {
      noteRelease(exchange, { feature, reason })
      return refused
    }

    /** The result of a script in memory may be of any age: it does not count. */
    function isScripted(): boolean {
      const found = features!.feature?.(feature)
      return found?.enabled === true && isScript(found.activationStrategy)
    }

    const ask = (exchange: Exchange, context: FeatureContext): Promise<Verdict> =>
      later
        .decide(feature, context, exchange.address)
        .then((active) => (active === undefined ? undecided(exchange, 'SCRIPT') : end(exchange, active, 'SCRIPT')))

    function judge(exchange: Exchange): Verdict | Promise<Verdict> {
      const context = contextOf(exchange)
      if (isScripted()) return ask(exchange, context)
      if (features!.isActive(feature, context)) return end(exchange, true)
      const why = features!.explain(feature, context)
      if (why && needsScript(why)) return ask(exchange, context)
      return why?.reason === FAILED ? undecided(exchange, FAILED) : end(exchange, false, why?.reason ?? UNKNOWN)
    }

    return {
      waits: true,
      request: (exchange) =>
        later.isLoaded
          ? judge(exchange)
          : later.load().then((isLoaded) => (isLoaded ? judge(exchange) : undecided(exchange, 'NOT_READY'))),
      preview(exchange) {
        const context = contextOf(exchange)
        const isStranger = client?.from === 'consumer' && !exchange.consumer
        const why = features.explain(feature, context)
        const isLeftToScript = isScripted() || (why !== undefined && needsScript(why))
        const open = !later.isLoaded ? 'NOT_READY' : isStranger ? 'CONSUMER' : isLeftToScript && 'SCRIPT'
        if (open) {
          noteRelease(exchange, { feature, reason: open })
          return undefined
        }
        if (why?.reason === FAILED) return undecided(exchange, FAILED)
        return end(exchange, features.isActive(feature, context), why?.reason ?? UNKNOWN)
      },
      ...(client && {
        onRefusal: true,
        response: (_: Exchange, { headers }: ResponseHead) => keepApart(client, headers),
      }),
    }
  },
})

/** The reason of a feature that does not exist. */
const UNKNOWN = 'UNKNOWN'
/** The reason of a feature that cannot be evaluated, such as one that needs the id of a client that has none. */
const FAILED = 'ERROR'

const needsScript = ({ strategy, reason }: NonNullable<ReturnType<GatewayFeatures['explain']>>): boolean =>
  isScript(strategy) && reason !== 'DISABLED'

const isScript = (strategy: string | undefined): boolean => strategy === 'SCRIPT' || strategy === 'GLOBAL_SCRIPT'

/** Compiles the context in which a feature is evaluated. Without the id of a client it has no `id`. */
function compileContext(
  client: ClientSource | undefined,
  further?: JsonObject,
): (exchange: Exchange) => FeatureContext {
  const clientOf = client && compileClientId(client)
  return (exchange) => {
    const { path, method, host } = exchange
    const id = clientOf?.(exchange)
    return id === undefined ? { ...further, path, method, host } : { id, ...further, path, method, host }
  }
}
