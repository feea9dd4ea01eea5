import { guardedFetch } from '@signalbox/scripts'
import type { CustomFetchOptions } from 'openid-client'
import { SignInFailure } from './sign-in-failure.ts'

/** The most bytes of a response of an identity provider: keys and claims have some thousands. */
const MOST_BYTES = 1024 * 1024

/**
 * Creates the fetch by which an identity provider is called, whose metadata choose some of the addresses. Responses are read
 * to their end, up to 1 MiB; redirects are rejected; the signal of the call ends it, with the response. Rejects with a
 * `SignInFailure`, or with the reason of the signal.
 */
export function providerFetch(): (url: string, init: CustomFetchOptions) => Promise<Response> {
  // Node.js uses proxies of the environment for its own fetch alone. The proxy resolves names then, and decides what it calls.
  const call =
    process.env.NODE_USE_ENV_PROXY === '1'
      ? globalThis.fetch
      : guardedFetch({ allowPrivate: true, bodyBytes: 2 * MOST_BYTES })
  return async (url, init) => {
    const { origin, pathname } = new URL(url)
    const fail = (problem: 'unavailable' | 'rejected', why: string) =>
      new SignInFailure(problem, `${origin}${pathname} ${why}`)
    try {
      const response = await call(url, { ...(init as RequestInit), redirect: 'manual' })
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        throw fail('rejected', `redirects (${response.status}), which is not followed`)
      }
      const bytes = await readAll(response.body)
      if (!bytes) throw fail('rejected', `sends more than ${MOST_BYTES} bytes`)
      return new Response(bytes.length === 0 ? null : bytes, response)
    } catch (error) {
      init.signal?.throwIfAborted()
      if (error instanceof SignInFailure) throw error
      const { cause = error } = error as { cause?: unknown }
      const { code, message } = cause as { code?: unknown; message?: string }
      if (typeof code === 'string') throw fail('unavailable', `cannot be reached: ${message || code}`)
      throw fail('rejected', `cannot be read: ${message}`)
    }
  }
}

/** The bytes of a body; `undefined` if there are too many. */
async function readAll(body: ReadableStream<Uint8Array> | null): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
