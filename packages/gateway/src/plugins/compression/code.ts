import { addVary } from '../../headers/add-vary.ts'
import type { HeaderEdits } from '../../headers/header-view.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange, ResponseHead } from '../../plugin-api/exchange.ts'
import type { Coding } from '../../plugin-api/hooks.ts'
import { unweaken, weakened } from '../shared/weak-etag.ts'
import { chooseCoding } from './accept-encoding.ts'
import { compileMediaTypes } from './media-types.ts'

interface Config {
  readonly encodings: readonly Coding[]
  readonly content_types: readonly string[]
  readonly threshold: number
  readonly level: number
}

/** In `exchange.state`: the coding of the response. */
const chosen = Symbol('compression')
/** What the slots of a gateway share: how many responses are being compressed. */
const running = Symbol('compressing')

/** Responses that a gateway compresses at once; further ones are sent as they are. */
const MOST_AT_ONCE = 64

/**
 * Compresses responses for clients that accept it (RFC 9110, section 8.4). A response whose length is not known counts as
 * large enough; what waits of it leaves when no more comes for 25 ms. Streams of events are compressed only if `content_types` names their type, and each event leaves at once.
 */
export const compression = defineCode<Config>({
  stage: 'request',
  compile({ encodings, content_types, threshold, level }, { shared }) {
    const isCompressible = compileMediaTypes(content_types)
    const listsEvents = content_types.some((type) => type.toLowerCase() === EVENTS)
    const now = shared(running, () => ({ count: 0 }))

    function codingFor({ method, headers, codings }: Exchange, head: ResponseHead): Coding | undefined {
      const type = mediaType(head.headers)
      if (!isCompressible(type) || !isSendable(head)) return undefined
      addVary(head.headers, 'Accept-Encoding')
      if (method === 'HEAD' || headers.has('range') || lengthOf(head) < threshold) return undefined
      // What is sent bit by bit must not wait in an encoder for its end.
      if (!codings.canFlush && lengthOf(head) === Number.POSITIVE_INFINITY) return undefined
      if (type === EVENTS && !(listsEvents && codings.canFlush)) return undefined
      return chooseCoding(
        headers.all('accept-encoding'),
        encodings.filter((coding) => codings.names.has(coding)),
      )
    }

    return {
      order: 'last',
      request(exchange) {
        unweaken(exchange)
        return undefined
      },
      response(exchange, head) {
        weakenIfKnown(exchange, head)
        // A 304 has the headers that choose among responses, as its 200 has (RFC 9110, section 15.4.5).
        if (head.status === 304) addVary(head.headers, 'Accept-Encoding')
        const coding = codingFor(exchange, head)
        if (coding === undefined || now.count >= MOST_AT_ONCE) return undefined
        // Hooks run again for the next attempt.
        if (!exchange.state.has(chosen)) now.count++
        exchange.state.set(chosen, coding)
        encoded(head.headers, coding)
        return undefined
      },
      responseCoding({ state }, { headers }) {
        const coding = state.get(chosen) as Coding | undefined
        return coding && { coding, level, isEager: mediaType(headers) === EVENTS }
      },
      done({ state }) {
        if (state.delete(chosen)) now.count--
      },
    }
  },
})

const EVENTS = 'text/event-stream'

/** The media type of a response in lower case, without parameters. */
const mediaType = (headers: HeaderEdits): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

const lengthOf = ({ headers, length }: ResponseHead): number =>
  length ?? Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)

/** Whether a response can be sent in another coding: it has a whole body that is not encoded and may be changed. */
function isSendable({ status, headers }: ResponseHead): boolean {
  if (status === 101 || status === 204 || status === 205 || status === 206 || status === 304) return false
  if (unchangeable.some((name) => headers.has(name))) return false
  return !headers.all('cache-control').some((value) => /(^|[\s,])no-transform\s*(,|$)/i.test(value))
}

/** Headers about the bytes of a body as they are. */
const unchangeable = ['content-encoding', 'content-range', 'content-md5', 'content-digest', 'repr-digest', 'digest']

function weaken(headers: HeaderEdits): void {
  const etag = headers.get('etag')
  if (etag?.startsWith('"')) headers.set('ETag', weakened(etag))
}

/** A client finds the response that a 304 is about by its tag (RFC 9111, section 4.3.4). */
function weakenIfKnown({ headers: request }: Exchange, { status, headers }: ResponseHead): void {
  const etag = status === 304 ? headers.get('etag') : undefined
  if (!etag?.startsWith('"') || !request.all('if-none-match').join().includes(weakened(etag))) return
  weaken(headers)
  // That of the response which the client does not have.
  headers.remove('Content-Length')
}

/** Changes the headers about the bytes of a body. */
function encoded(headers: HeaderEdits, coding: Coding): void {
  headers.set('Content-Encoding', coding)
  headers.remove('Content-Length')
  headers.remove('Accept-Ranges')
  weaken(headers)
}
