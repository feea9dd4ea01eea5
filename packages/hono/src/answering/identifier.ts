import type { Identity, Signalbox } from '@signalbox/core'
import { anyone, type Caller, nobody, toCaller } from '@signalbox/core/access'
import { atOnce, whenKnown } from '@signalbox/core/wire'
import type { HonoOptions, RequestContext } from '../hono-options.ts'
import type { CallRequest } from './call-request.ts'
import { hasGatewayKey, headerNames, readCredentials, refuseOtherSites } from './credentials.ts'

/**
 * Identifies the caller of a request. Requests that may change something (`isUnsafe`) are rejected if they have a session
 * and come from a page of another site.
 */
export type Identifier<C> = (context: C, request: CallRequest, isUnsafe: boolean) => Caller | Promise<Caller>

/** Returns the function that identifies callers, as the host chose. `toRequest` makes the request that its own function gets. */
export function identifier<C extends RequestContext>(
  box: object,
  options: Omit<HonoOptions<C>, 'observe'>,
  toRequest: (context: C) => Request,
): Identifier<C> {
  const { access, addressOf = socketAddress, isSecure = isHttps } = options
  if (access === 'open') return openTo(box, addressOf)
  if (!('as' in box))
    throw new TypeError(
      "toHono requires `access: 'open'` for an API other than a whole Signalbox, because it makes all calls as one caller",
    )
  if (typeof access === 'function') return async (c) => toCallerOrNobody(await access(toRequest(c)))
  if (access !== undefined)
    throw new TypeError("access must be 'open' or a function that returns the caller of a request")
  const { identify } = box as Partial<Signalbox>
  if (!identify)
    throw new TypeError(
      "toHono requires `access: 'open'` or a function that returns the caller of a request, because this API has no API keys",
    )
  const { clientIdHeader, clientSecretHeader } = headerNames(options)
  // In lower case they are found sooner.
  const names = {
    clientIdHeader: clientIdHeader.toLowerCase(),
    clientSecretHeader: clientSecretHeader.toLowerCase(),
  }
  const find = atOnce(identify)
  return (c, request, isUnsafe) => {
    const credentials = readCredentials(request, names, () => isSecure(c))
    if (credentials.session !== undefined && isUnsafe) refuseOtherSites(request)
    return whenKnown(find({ ...credentials, address: addressOf(c), connection: socketOf(c) }), toCallerOrNobody)
  }
}

/** Without access control everybody may do everything, but a data plane still has to prove its gateway key. */
function openTo<C>(box: object, addressOf: (context: C) => string): Identifier<C> {
  const { identify } = box as Partial<Signalbox>
  return (c, request) => {
    if (!identify || !hasGatewayKey(request)) return anyone
    const { gatewayKey } = readCredentials(request, headerNames({}), () => false)
    return identify({ ...(gatewayKey !== undefined && { gatewayKey }), address: addressOf(c) }).then(toCallerOrNobody)
  }
}

/** The socket of a request, as `@hono/node-server` provides it. */
const socketOf = ({ env }: Pick<RequestContext, 'env'>) =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket

/** The caller's address. */
export const socketAddress = (c: Pick<RequestContext, 'env'>): string => socketOf(c)?.remoteAddress ?? ''

/** Whether the request came by https. */
export const isHttps = ({ req }: Pick<RequestContext, 'req'>): boolean => req.url.startsWith('https:')

const toCallerOrNobody = (identity: Identity | undefined): Caller => (identity ? toCaller(identity) : nobody)
