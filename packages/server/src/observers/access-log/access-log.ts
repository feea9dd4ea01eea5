import { IncomingMessage, ServerResponse } from 'node:http'
import type { Report } from '@signalbox/core'
import { createLogWriter, createSampling } from '@signalbox/gateway/log'
import type { ObservedCall } from '@signalbox/hono'
import type { NodeContext } from '@signalbox/hono/node'
import { addressOf } from '../../http/address.ts'
import { isProbe } from '../../http/probes.ts'
import type { LogDrops } from '../../log/log-drops.ts'
import { openLog } from '../../log/log-sink.ts'
import type { Settings } from '../../settings/settings.ts'
import { socketAnswerOf } from '../answered-on-socket.ts'
import { createNote } from '../note.ts'
import type { Observer } from '../observer.ts'
import { requestIdOf } from '../request-ids/request-id.ts'
import { traceparentOf } from '../tracing/traceparent-of.ts'
import { jsonLines, prettyLines } from './access-line.ts'

/**
 * A request that counts the bytes of its body that have arrived. Node does not: what it counts of a connection
 * includes heads and other requests. Node takes classes for this; functions on each request would cost ten times as much.
 */
class CountedRequest extends IncomingMessage {
  bytes = 0

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.bytes += lengthOf(chunk)
    return super.push(chunk, encoding)
  }
}

/** A response that counts the bytes of its body. */
class CountedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  bytes = 0

  override write(...args: unknown[]): boolean {
    this.bytes += lengthOf(args[0])
    return Reflect.apply(super.write, this, args)
  }

  override end(...args: unknown[]): this {
    this.bytes += lengthOf(args[0])
    return Reflect.apply(super.end, this, args)
  }
}

const lengthOf = (chunk: unknown): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk instanceof Uint8Array ? chunk.byteLength : 0

interface AccessLogParts {
  /** Whether lines on standard output are for people. */
  readonly isPretty: boolean
  readonly drops: LogDrops
  readonly report: Report
}

/** How long the last lines may take to be written. */
const LAST_MS = 1000

/**
 * Opens the access log: a line for each request that has ended, except successful probes. Throws an `Error` that names
 * the file if it cannot be written.
 */
export async function openAccessLog(settings: Settings, parts: AccessLogParts): Promise<Observer | undefined> {
  const { accessLog: to, accessLogSample: sample, trustProxy } = settings
  const sink = await openLog(to, 'SIGNALBOX_ACCESS_LOG')
  if (!sink) return undefined
  const writer = createLogWriter(sink.write, parts.report)
  parts.drops.add(() => writer.dropped)
  const isSampled = createSampling(sample)
  const toLine = parts.isPretty && to === 'stdout' ? prettyLines() : jsonLines()
  const calls = createNote<IncomingMessage, ObservedCall<NodeContext>>('call')

  return {
    messages: { IncomingMessage: CountedRequest, ServerResponse: CountedResponse },
    request(incoming, outgoing) {
      const time = Date.now()
      const start = performance.now()
      // The socket forgets its address when it is closed.
      const address = addressOf(incoming, trustProxy)
      outgoing.once('close', () => {
        const status = statusOf(outgoing)
        const { method = '', url: target = '', headers } = incoming
        const ms = performance.now() - start
        if ((status < 400 && isProbe(target)) || !isSampled(status, ms) || !writer.hasRoom()) return
        const call = calls.of(incoming)
        writer.add(
          toLine({
            time,
            id: requestIdOf(incoming),
            head: {
              method,
              host: headers.host,
              target,
              traceparent: traceparentOf(incoming) ?? (headers.traceparent as string | undefined),
              agent: headers['user-agent'],
            },
            operation: call?.operation,
            caller: call?.caller && `${call.caller.kind}:${call.caller.id}`,
            status,
            ms,
            bytesIn: (incoming as CountedRequest).bytes,
            bytesOut: method === 'HEAD' ? 0 : (outgoing as CountedResponse).bytes,
            address,
          }),
        )
      })
    },
    unreadable({ status, id, socket }) {
      if (!writer.hasRoom()) return
      const address = socket.remoteAddress ?? ''
      writer.add(toLine({ time: Date.now(), id, status, ms: 0, bytesIn: 0, bytesOut: 0, address }))
    },
    call(call, respond) {
      calls.set(call.context.env.incoming, call)
      return respond()
    },
    async close() {
      await within(writer.flush(), LAST_MS)
      await sink.close()
    },
  }
}

/** The status that was sent; 499 if the client left before. Clients end event streams by leaving. */
function statusOf(outgoing: ServerResponse): number {
  const { writableFinished, headersSent, statusCode } = outgoing
  const isOver = writableFinished || (headersSent && isEventStream(outgoing))
  return socketAnswerOf(outgoing) ?? (isOver ? statusCode : 499)
}

const isEventStream = (outgoing: ServerResponse): boolean =>
  String(outgoing.getHeader('content-type')).startsWith('text/event-stream')

/** Resolves when the work is done, or after some time: a reader that does not read must not prevent the end. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
