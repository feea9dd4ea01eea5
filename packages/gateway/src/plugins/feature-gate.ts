import type { JsonObject } from '@signalbox/core/gateway'
import type { FeatureContext, GatewayFeatures } from '../engines.ts'
import type { Exchange, ReleaseNote } from '../pipeline/exchange.ts'
import { noteRelease } from '../pipeline/exchange.ts'
import type { ClientSource } from './client-id.ts'
import { compileClientId } from './client-id.ts'
import { askLater } from './decide-later.ts'
import { defineCode } from './define-code.ts'
import type { Refused, Verdict } from './plugin.ts'

interface Config {
  readonly feature: string
  readonly client?: ClientSource
  readonly context?: JsonObject
  readonly negate: boolean
  readonly status: number
}

/**
 * Admits requests for which a feature is active; with `negate`, the others. The feature is decided from memory; one with a
 * script is asked for, and requests for which it is not decided in time are refused.
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

    function judge(exchange: Exchange): Verdict | Promise<Verdict> {
      const context = contextOf(exchange)
      if (features!.isActive(feature, context)) return end(exchange, true)
      const why = features!.explain(feature, context)
      if (!why || !needsScript(why)) return end(exchange, false, why?.reason ?? UNKNOWN)
      return later
        .decide(feature, context)
        .then((active) => (active === undefined ? undecided(exchange, 'SCRIPT') : end(exchange, active, 'SCRIPT')))
    }

    return {
      waits: true,
      request: (exchange) =>
        later.isLoaded
          ? judge(exchange)
          : later.load().then((isLoaded) => (isLoaded ? judge(exchange) : undecided(exchange, 'NOT_READY'))),
      preview(exchange) {
        const isStranger = client?.from === 'consumer' && !exchange.consumer
        const why = features.explain(feature, contextOf(exchange))
        const reason = !later.isLoaded ? 'NOT_READY' : isStranger ? 'CONSUMER' : why && needsScript(why) && 'SCRIPT'
        if (!reason) return end(exchange, features.isActive(feature, contextOf(exchange)), why?.reason ?? UNKNOWN)
        noteRelease(exchange, { feature, reason })
        return undefined
      },
    }
  },
})

/** The reason of a feature that does not exist. */
const UNKNOWN = 'UNKNOWN'

const needsScript = ({ strategy, reason }: NonNullable<ReturnType<GatewayFeatures['explain']>>): boolean =>
  (strategy === 'SCRIPT' || strategy === 'GLOBAL_SCRIPT') && reason !== 'DISABLED'

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
