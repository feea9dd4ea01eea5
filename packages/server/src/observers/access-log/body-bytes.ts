import { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A request that counts the bytes of its body, as far as they have arrived. Node does not: what it counts of a connection
 * includes heads and other requests. Node takes classes for this; functions on each request would cost ten times as much.
 */
export class CountedRequest extends IncomingMessage {
  bytes = 0

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.bytes += lengthOf(chunk)
    return super.push(chunk, encoding)
  }
}

/** A response that counts the bytes of its body. */
export class CountedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
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
