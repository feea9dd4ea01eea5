import type { ExperimentClient } from '../../experiments/experiments.ts'
import type { KnownVariant } from '../../experiments/known-variants.ts'
import { variantCookieName } from '../../experiments/variant-cookie.ts'
import type { HeaderEdits } from '../../headers/header-view.ts'
import { makePrivate } from '../../headers/make-private.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import { type Exchange, noteRelease } from '../../plugin-api/exchange.ts'
import type { ClientSource } from '../../request/client-id.ts'
import { cookieValue } from '../../request/cookie-value.ts'
import { addCachePart } from '../shared/cache-keys.ts'
import { CLIENT_COOKIE, compileExperimentClient, counts, givesIds } from '../shared/client-of.ts'
import { keepApart } from '../shared/keep-apart.ts'
import { slotBackend } from '../shared/slot-backend.ts'

interface Config {
  readonly experiment: string
  readonly client?: ClientSource
  readonly backends: Readonly<Record<string, string>>
  readonly header?: string
  readonly displayed: boolean
}

/** What the plugin remembers of a request. */
interface Split {
  readonly client: ExperimentClient
  /** Whether the gateway gave the client its id. */
  readonly isNew: boolean
  known: KnownVariant | undefined
}

/**
 * Sends each client to the backend of its variant. Clients whose variant is not known or who are not eligible, and all
 * clients of a disabled experiment, get the backend of the route and are not counted. New clients are bound only by requests that somebody sees,
 * and at a limited rate for each address.
 */
export const experimentSplit = defineCode<Config>({
  stage: 'choose',
  compile({ experiment, client: source, backends, header, displayed }, { slot, experiments }) {
    if (!experiments) throw new Error('The gateway has no experiments: pass `experiments` to createGateway')
    const backendOf = new Map(
      Object.entries(backends).map(([variant, id]) => [variant, { id, backend: slotBackend(slot, id) }]),
    )
    const clientOf = compileExperimentClient(source)
    const hasCookies = givesIds(source)
    const cookieName = variantCookieName(experiment)
    const whose: ClientSource = source ?? { from: 'cookie' }
    /** In `exchange.state`: the `Split` of the request. */
    const split = Symbol('split')

    function begin(exchange: Exchange, newId: () => string | undefined): Split | undefined {
      const sent = clientOf(exchange)
      const clientId = sent ?? (hasCookies ? newId() : undefined)
      if (clientId === undefined) return undefined
      const cookie = hasCookies && sent !== undefined ? cookieValue(exchange.headers, cookieName) : undefined
      const client = { experiment, clientId, cookie, request: exchange }
      return { client, isNew: sent === undefined, known: experiments!.recall(client) }
    }

    function apply(exchange: Exchange, variant: string | undefined, client?: ExperimentClient): undefined {
      const chosen = variant === undefined ? undefined : backendOf.get(variant)
      if (chosen) exchange.backend = chosen.backend
      if (variant !== undefined && header !== undefined) {
        exchange.out.set(header, variant)
        addCachePart(exchange, `${experiment}=${variant}`)
      }
      const reason = variant === undefined && client ? experiments!.exclusion(client) : undefined
      noteRelease(exchange, { experiment, variant, backend: chosen?.id, ...(reason && { reason }) })
      return undefined
    }

    /** An id for a client that has none, if it may be bound. */
    function newIdFor(exchange: Exchange): string | undefined {
      const { draft, address } = exchange
      const mayHave = draft || (counts(exchange) && experiments!.mayBind(address))
      return mayHave ? experiments!.newClientId() : undefined
    }

    /** Tests of drafts bind nobody: their clients get the variant that can be computed. */
    function drafted({ client, known }: Split): string | undefined {
      return known ? known.variant : experiments!.compute(client)
    }

    async function ask(exchange: Exchange, one: Split): Promise<undefined> {
      one.known = await experiments!.ask(one.client)
      return apply(exchange, one.known?.variant, one.client)
    }

    function setCookies({ client, isNew, known }: Split, exchange: Exchange, headers: HeaderEdits): void {
      const { clientId, cookie } = client
      const attributes = exchange.secure ? `${lasting}; Secure` : lasting
      const value = known && experiments!.cookieOf(client, known)
      const isSent = value === undefined || value === cookie
      if (isSent && !isNew) return
      if (isNew) headers.add('Set-Cookie', `${CLIENT_COOKIE}=${clientId}; ${attributes}`)
      if (!isSent) headers.add('Set-Cookie', `${cookieName}=${value}; ${attributes}`)
      makePrivate(headers)
    }

    return {
      waits: true,
      request(exchange) {
        if (header !== undefined) exchange.out.remove(header)
        const one = experiments.live.isOver(experiment) ? undefined : begin(exchange, () => newIdFor(exchange))
        if (!one) return apply(exchange, undefined)
        exchange.state.set(split, one)
        if (exchange.draft) return apply(exchange, drafted(one), one.client)
        if (one.known) return apply(exchange, one.known.variant)
        // A client that is not eligible now may have been bound before: only the service knows.
        if ((one.isNew || experiments.isUnbound(one.client)) && experiments.exclusion(one.client))
          return apply(exchange, undefined, one.client)
        // Nobody is bound for what nobody sees.
        const mayBind = one.isNew || (counts(exchange) && experiments.mayBind(exchange.address))
        return mayBind ? ask(exchange, one) : apply(exchange, undefined)
      },
      preview(exchange) {
        if (header !== undefined) exchange.out.remove(header)
        const one = experiments.live.isOver(experiment) ? undefined : begin(exchange, () => undefined)
        return apply(exchange, one && (exchange.draft ? drafted(one) : one.known?.variant), one?.client)
      },
      response(exchange, { headers }) {
        keepApart(whose, headers)
        const one = hasCookies ? (exchange.state.get(split) as Split | undefined) : undefined
        if (one) setCookies(one, exchange, headers)
        return undefined
      },
      ...(displayed && {
        done(exchange: Exchange, { status, cause }: { readonly status: number; readonly cause?: string | undefined }) {
          const one = exchange.state.get(split) as Split | undefined
          if (!one?.known || status < 200 || status > 399 || cause !== undefined) return
          if (!counts(exchange)) return
          const { clientId } = one.client
          const context = experiments.contextFor(one.client)
          experiments.record({ kind: 'displayed', experiment, clientId, ...(context && { context }) })
        },
      }),
    }
  },
})

const lasting = 'Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax'
