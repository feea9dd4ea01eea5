import { badResponse, failureOf } from '../backend/failures.ts'
import { isEndless } from '../backend/is-endless.ts'
import { checkResponse } from '../backend/response-framing.ts'
import { CallFailedError, type Send } from '../backend/send.ts'
import { TooLarge } from '../request/incoming.ts'
import { passOn, readWhole } from './bodies.ts'
import { createDeadline } from './deadline.ts'
import { withoutDecoded } from './decoded.ts'
import { causeOf, isUnsent } from './is-unsent.ts'
import { toList } from './messages.ts'
import { initOf, urlOf } from './to-request.ts'

/** Calls targets by `fetch`. */
export const sideCall =
  (call: typeof fetch): Send =>
  async ({ backend, target, method, path, headers, body, most, neverEndless = false }) => {
    const deadline = createDeadline({ backend, dueAt: Number.POSITIVE_INFINITY })
    const request = { method, out: { list: [...headers] }, body }
    try {
      const url = urlOf({ target, forwardTarget: path })
      const response = await call(url, initOf(request, { passing: undefined, signal: deadline.signal }))
      const raw = toList(response.headers)
      deadline.head(!neverEndless && isEndless(raw))
      withoutDecoded(raw, response.body !== null && method !== 'HEAD')
      const problem = checkResponse(response.status, raw)
      if (problem !== undefined) throw new CallFailedError(badResponse(problem))
      const stream = response.body && passOn(response.body, { beforeRead: deadline.waits }).stream
      return { status: response.status, headers: raw, body: await read(stream, most) }
    } catch (error) {
      if (error instanceof CallFailedError) throw error
      throw new CallFailedError(deadline.passed() ?? failureOf(causeOf(error)), !isUnsent(error))
    } finally {
      deadline.end()
      deadline.abort()
    }
  }

/** The whole body; `undefined` if it is too large. */
async function read(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array | undefined> {
  try {
    return await readWhole(body, most)
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
}
