import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Report } from '@signalbox/core'
import { createCounts, networkOf } from '@signalbox/core/gateway'
import { SignalboxError } from '@signalbox/core/wire'
import { addressOf } from '../http/address.ts'
import type { Limits } from './limits.ts'
import { rarely } from './rarely.ts'

/** Seconds after which a rejected reader may try again. */
const RETRY_S = 10

/** The event streams of a server, of all kinds. */
export interface EventStreams {
  /** How many are open. */
  readonly open: number
  /**
   * Counts a stream until its response has ended. Throws UNAVAILABLE if too many are open, and TOO_MANY_REQUESTS if its
   * address has too many.
   */
  admit(request: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }): void
}

/**
 * Limits event streams, which occupy their connections for as long as their readers like. What is limited is responses, so
 * nothing that holds one open can be counted too late or forgotten.
 */
export function createEventStreams(
  { streams: most, streamsOfAddress }: Limits,
  { trustProxy, report }: { readonly trustProxy: number; readonly report: Report },
): EventStreams {
  const networks = createCounts()
  const tell = rarely(report)
  let open = 0

  function refusal(network: string): SignalboxError | undefined {
    if (open >= most) return tooMany(most)
    return networks.of(network) >= streamsOfAddress ? tooManyOfAddress(streamsOfAddress) : undefined
  }

  return {
    get open() {
      return open
    },
    admit({ incoming, outgoing }) {
      // Rejected readers would keep connections for their next try.
      outgoing.shouldKeepAlive = false
      const network = networkOf(addressOf(incoming, trustProxy))
      const refused = refusal(network)
      if (refused) {
        tell(refused)
        throw refused
      }
      if (outgoing.destroyed) return
      open++
      networks.add(network, 1)
      outgoing.once('close', () => {
        open--
        networks.add(network, -1)
      })
    },
  }
}

const tooMany = (most: number) =>
  new SignalboxError(
    'UNAVAILABLE',
    `${most} event streams are open, and further ones are rejected: try again in ${RETRY_S} seconds; the operator can raise SIGNALBOX_CONNECTIONS or SIGNALBOX_STREAM_SHARE`,
    { retryAfter: RETRY_S },
  )

const tooManyOfAddress = (most: number) =>
  new SignalboxError(
    'TOO_MANY_REQUESTS',
    `${most} event streams of one address are open, and further ones of it are rejected: close some, or share one between readers; the operator can raise SIGNALBOX_ADDRESS_SHARE, and must set SIGNALBOX_TRUST_PROXY if the address is that of a proxy`,
    { retryAfter: RETRY_S },
  )
