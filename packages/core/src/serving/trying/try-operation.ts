import { addressOf, isPattern } from '../../gateway/apis/address-of.ts'
import type { ApiDefinition } from '../../gateway/apis/api.ts'
import { failure, notFound, problem } from '../../machine/errors/errors.ts'
import type { JsonObject } from '../../machine/json/json.ts'
import type { Clock, Wait } from '../../ports.ts'
import type { StoredSubscription } from '../../subscriptions/subscription.ts'
import { stateOf } from '../../subscriptions/subscription-states.ts'
import type { DataPlane } from '../planes/data-plane.ts'
import { sendingPlane } from '../planes/planes.ts'
import { findOperation } from './find-operation.ts'
import { readTrial } from './read-trial.ts'
import { type TriedRequest, toRequest } from './to-request.ts'
import type { Trial, Tried } from './try-schema.ts'

/** What a call of an operation needs. */
export interface TryPorts {
  /** The data planes of this process. */
  readonly planes: Iterable<DataPlane>
  /** Where clients reach the gateway. @default what the data plane says */
  readonly gatewayUrl?: string | undefined
  readonly clock: Clock
  readonly wait: Wait
}

/** What the caller has found out: the definition that serves, its OpenAPI document, and the subscription of the consumer. */
export interface TryTarget {
  readonly api: ApiDefinition
  readonly document: JsonObject | undefined
  readonly subscription: StoredSubscription
}

/** How long a call may take, in milliseconds. */
const LIMIT_MS = 10_000

/**
 * Calls an operation of an API as the consumer of a subscription, through a data plane of this process. Only operations of the OpenAPI
 * document can be called, with the parameters that they declare. Throws NOT_FOUND for other operations and for subscriptions to other
 * APIs, CONFLICT if the subscription is not active, INVALID, TOO_LARGE, and UNAVAILABLE where no data plane is in this process.
 */
export async function tryOperation(tried: Tried, target: TryTarget, ports: TryPorts): Promise<Trial> {
  const { api, document, subscription } = target
  const { planes, gatewayUrl, clock, wait } = ports
  demandSubscriptionTo(tried.api, subscription)
  const state = stateOf(subscription)
  if (state !== 'active')
    throw failure(
      'CONFLICT',
      `Subscription ${subscription.id} is not active: use one that is`,
      problem('error.subscription.inactive', state),
    )
  const operation = document && findOperation(document, tried)
  if (!operation) throw notFound(`operation of API ${tried.api}`, `${tried.method.toUpperCase()} ${tried.path}`)
  const plane = sendingPlane(planes)
  if (!plane) throw noPlane()
  const request = toRequest(tried, operation, addressFor(api, gatewayUrl ?? plane.status().url))
  return send(request, { plane, as: subscription.id, clock, wait })
}

/** Throws NOT_FOUND for a subscription to another API, whether the API exists or not. */
export function demandSubscriptionTo(api: string, { id, api_ref }: StoredSubscription): void {
  if (api_ref !== api) throw notFound(`subscription to ${api}`, id)
}

/** Inside the process there is no proxy, so a path in the URL of the gateway is that of nobody. */
function addressFor(api: ApiDefinition, gatewayUrl = 'http://localhost'): string {
  const address = addressOf(api, new URL(gatewayUrl).origin) as string
  return isPattern(address) ? address.replace('://*.', '://try.') : address
}

interface Sending extends Pick<TryPorts, 'clock' | 'wait'> {
  readonly plane: DataPlane
  readonly as: string
}

async function send(request: TriedRequest, { plane, as, clock, wait }: Sending): Promise<Trial> {
  const { url, method, headers, body = null } = request
  const begun = clock()
  const late = new AbortController()
  const over = new AbortController()
  const timer = wait(LIMIT_MS, over.signal).then(() => {
    if (!over.signal.aborted) late.abort()
    return undefined
  })
  const call = plane.send?.(new Request(url, { method, headers, body, signal: late.signal }), { as })
  const trial = call?.then((response) => readTrial(response, (id) => plane.decision?.(id)))
  try {
    const found = await Promise.race([trial, timer])
    return { ...(found ?? tooLate), ms: Math.max(0, Math.round(clock() - begun)) }
  } finally {
    over.abort()
    trial?.catch(() => {})
  }
}

const tooLate: Omit<Trial, 'ms'> = {
  status: 504,
  headers: [],
  body: `The operation took longer than ${LIMIT_MS / 1000} seconds`,
  encoding: 'text',
  cause: 'errors.backend.timeout',
}

const noPlane = () =>
  failure(
    'UNAVAILABLE',
    'No data plane runs in this process, so operations cannot be tried here: call the API with its key',
    problem('error.gateway.none'),
  )
