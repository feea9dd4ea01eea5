import { createSignalbox } from '@signalbox/core'
import type { HonoOptions } from './hono-options.ts'
import { toHono } from './to-hono.ts'

/** A body and headers to send. An object is sent as JSON. */
export interface Sent {
  readonly json?: unknown
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

/** A Signalbox in memory, mounted, with a function to call it as HTTP would. */
export function mounted({
  box = createSignalbox(),
  ...options
}: Partial<HonoOptions> & { box?: ReturnType<typeof createSignalbox> } = {}) {
  const app = toHono(box, { access: 'open', ...options })
  const call = async (method: string, path: string, { json, body, headers }: Sent = {}): Promise<Response> => {
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      headers: { ...(json !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    }
    const payload = json === undefined ? body : JSON.stringify(json)
    if (payload !== undefined) init.body = payload
    if (payload instanceof ReadableStream) init.duplex = 'half'
    return app.request(path, init)
  }
  return { app, box, call }
}

/** An enabled feature. */
export const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const

/** The members of an error response that tests check. */
export interface ErrorBody {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: readonly { message: string; args: string[] }[]
  readonly fieldErrors: Readonly<Record<string, readonly { message: string; args: string[] }[]>>
}

/** The body of an error response. */
export const errorOf = async (response: Response) => (await response.json()) as ErrorBody
