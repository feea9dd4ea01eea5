import { type ErrorCode, errorCodes } from '@signalbox/core/errors'
import { isoTimes, readAuthority, redactText, traceIdOf, truncatedAddress } from '@signalbox/gateway/log'
import { shownPath } from '../shown-path.ts'

/** What is logged of a request that has ended. */
export interface EndedRequest {
  /** When it came, in milliseconds since 1970. */
  readonly time: number
  readonly id: string | undefined
  /** Absent: Node's parser rejected the request. So are the following. */
  readonly head?: RequestHead
  /** The name of the operation that it called. */
  readonly operation?: string | undefined
  /** Who called, such as `User:ada`. */
  readonly caller?: string | undefined
  readonly status: number
  readonly ms: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** The address of the client in full. */
  readonly address: string
}

/** What a request says about itself. */
export interface RequestHead {
  readonly method: string
  readonly host: string | undefined
  /** Its target, as it was sent. */
  readonly target: string
  readonly traceparent: string | undefined
  readonly agent: string | undefined
}

/** Creates a function that makes the line of a request: JSON with its line break. */
export function jsonLines(): (request: EndedRequest) => string {
  const timeOf = isoTimes()
  const hostOf = remembered(shownHost)
  const agentOf = remembered(shownAgent)
  return ({ time, id, head, operation, caller, status, ms, bytesIn, bytesOut, address }) => {
    let line = `{"time":"${timeOf(time)}"${text('id', id)}`
    if (head) {
      line += text('trace', head.traceparent && traceIdOf(head.traceparent))
      line += `,"method":"${head.method}","host":"${hostOf(head.host ?? '')}"${text('path', shownPath(head.target))}`
    }
    line += `,"status":${status}${text('error', codes.get(status))}`
    line += `${text('operation', operation)}${text('caller', caller)}`
    line += `,"ms":${Math.round(ms)},"bytesIn":${bytesIn},"bytesOut":${bytesOut}`
    return `${line}${text('address', shownAddress(address))}${head?.agent ? `,"agent":${agentOf(head.agent)}` : ''}}\n`
  }
}

/** Creates a function that makes a line for people. */
export function prettyLines(): (request: EndedRequest) => string {
  const timeOf = isoTimes()
  return ({ time, head, operation, caller, status, ms, bytesOut }) => {
    const what = head ? `${head.method} ${shownPath(head.target)}` : 'An unreadable request'
    const about = [operation, caller].filter((word) => word !== undefined).join(', ')
    const end = about === '' ? '' : ` (${JSON.stringify(about).slice(1, -1)})`
    return `${timeOf(time).slice(11, 19)} ${what} ${status} in ${Math.round(ms)} ms, ${bytesOut} bytes${end}\n`
  }
}

/** A member with a text; nothing if it is absent. */
const text = (name: string, value: string | undefined): string =>
  value === undefined || value === '' ? '' : `,"${name}":${JSON.stringify(value)}`

/** The codes of errors by their status. No two codes have the same status. */
const codes: ReadonlyMap<number, string> = new Map(
  (Object.keys(errorCodes) as ErrorCode[]).map((code) => [errorCodes[code].status, code]),
)

/** The host in lower case without its port; nothing if it is invalid. */
const shownHost = (host: string): string => readAuthority(host, false)?.host ?? ''

const MOST_OF_AGENT = 256

const shownAgent = (agent: string): string => JSON.stringify(redactText(agent.slice(0, MOST_OF_AGENT)))

const MAPPED = /^::ffff:(?=\d+\.)/i

/** A truncated address; nothing if it is none: proxies may pass on what clients write. */
function shownAddress(address: string): string {
  const plain = address.replace(MAPPED, '')
  return /^[\da-f:.]{2,45}$/i.test(plain) && /[:.]/.test(plain) ? truncatedAddress(plain) : ''
}

/** How many texts are remembered. */
const MOST_KNOWN = 100

/** Remembers results: most requests have the same few texts. */
function remembered(show: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (given) => {
    const found = known.get(given)
    if (found !== undefined) return found
    const shown = show(given)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(given, shown)
    return shown
  }
}
