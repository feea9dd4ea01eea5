import { CallFailedError } from '../../backend/send.ts'
import { joined } from '../../backend/transforms.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { BodyTransform } from '../../plugin-api/hooks.ts'
import { percentiles } from '../shared/percentile.ts'
import { slotBackend } from '../shared/slot-backend.ts'

interface Config {
  readonly backend: string
  readonly percent: number
}

/** Larger bodies are not copied, in bytes. */
const MOST_BODY = 65_536
/** What is read of a response, so that its connection can be used again, in bytes. */
const MOST_RESPONSE = 65_536
/** Copies in progress in one slot; further requests are not copied. */
const MOST_IN_FLIGHT = 100

/**
 * Sends copies of requests to another backend and drops its responses. A copy has the headers that the backend gets, and
 * `X-Signalbox-Mirror: 1`. It never delays or fails the request. Drafts and WebSockets are not copied.
 */
export const trafficMirror = defineCode<Config>({
  stage: 'request',
  compile({ backend: named, percent }, { slot, call, report }) {
    const backend = slotBackend(slot, named)
    const placeOf = percentiles(`mirror\n${named}\n`)
    let inFlight = 0
    /** In `exchange.state`: the request was copied, or its body is being collected. */
    const copied = Symbol('mirror')

    function send(exchange: Exchange, body: Uint8Array | undefined): void {
      if (inFlight >= MOST_IN_FLIGHT) return
      inFlight++
      const { method, out } = exchange
      const headers = [...out.list, 'X-Signalbox-Mirror', '1']
      void call({ exchange, backend, method, headers, body, most: MOST_RESPONSE })
        .catch((error) => {
          // The state of its backend knows the outcome of a copy.
          if (!(error instanceof CallFailedError)) report(error)
        })
        .then(() => inFlight--)
    }

    return {
      forwarded(exchange) {
        const { draft, headers, id } = exchange
        if (inFlight >= MOST_IN_FLIGHT || draft || headers.has('sec-websocket-key') || placeOf(id) >= percent) return
        const { body, hasBody } = exchange
        if (body ? body.length > MOST_BODY : hasBody && lengthOf(exchange) > MOST_BODY) return
        if (body || !hasBody) send(exchange, body)
        else exchange.state.set(copied, false)
      },
      requestBody(exchange) {
        // Another attempt sends the body again.
        if (exchange.state.get(copied) !== false) return undefined
        exchange.state.set(copied, true)
        return collect((body) => send(exchange, body))
      },
    }
  },
})

const lengthOf = ({ headers }: Exchange): number => Number(headers.get('content-length') ?? 0)

/** Passes on a body, and hands it over as a whole at its end unless it is too large. */
function collect(take: (body: Uint8Array) => void): BodyTransform {
  const chunks: Uint8Array[] = []
  let length = 0
  return {
    keepsLength: true,
    chunk(bytes) {
      length += bytes.length
      if (length <= MOST_BODY) chunks.push(bytes)
      else chunks.length = 0
      return bytes
    },
    flush() {
      if (length <= MOST_BODY) take(joined(chunks))
      return undefined
    },
  }
}
