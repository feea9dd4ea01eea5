import { createSignalbox, type Passwords, type Signalbox } from '@signalbox/core'
import type { HonoOptions } from './hono-options.ts'
import { toHono } from './to-hono.ts'

/** Passwords without hashing, so that tests are fast. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}

/** The secret of every key, and the password of every user, in `seeded`. */
export const secret = 'a-secret-of-tests'
export const password = 'a long password'

/** The headers that carry a client id and its secret. */
export const pair = (clientId: string, clientSecret = secret) => ({
  'Service-Client-Id': clientId,
  'Service-Client-Secret': clientSecret,
})

/** An enabled feature. */
export const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const

/**
 * A box with the feature `a:x`, the keys `admin` and `inside` (all rights on `a:*`), and the users `boss` (admin) and
 * `u`.
 */
export async function seeded(options: Parameters<typeof createSignalbox>[0] = {}): Promise<Signalbox> {
  const box = createSignalbox({ passwords: plainPasswords, ...options })
  const grants = [{ pattern: 'a:*' }]
  await box.features.create({ body: feature('a:x') })
  await box.apiKeys.create({ body: { clientId: 'admin', name: 'Admin', clientSecret: secret, admin: true } })
  await box.apiKeys.create({
    body: { clientId: 'inside', name: 'Inside', clientSecret: secret, authorizedPatterns: grants },
  })
  await box.users.create({ body: { id: 'boss', name: 'Boss', password, admin: true } })
  await box.users.create({ body: { id: 'u', name: 'User', password, authorizedPatterns: grants } })
  return box
}

/** A request. An object is sent as JSON; `address` is the caller's address as the socket reports it. */
export interface Sent {
  readonly json?: unknown
  readonly body?: string
  readonly headers?: HeadersInit
  readonly address?: string
}

/** Mounts an API, with a function to call it as HTTP would. */
export function mounted(box: Signalbox, options: HonoOptions = {}) {
  const app = toHono(box, options)
  return async (method: string, path: string, { json, body, headers, address }: Sent = {}): Promise<Response> => {
    const all = new Headers(headers)
    if (json !== undefined) all.set('Content-Type', 'application/json')
    const payload = json === undefined ? body : JSON.stringify(json)
    const init = { method, headers: all, ...(payload !== undefined && { body: payload }) }
    return app.request(path, init, address === undefined ? {} : { incoming: { socket: { remoteAddress: address } } })
  }
}

/** The session token in a response's cookie, or `undefined`. */
export const cookieOf = (answer: Response): string | undefined =>
  /^(?:__Host-)?signalbox_session=([^;]*)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1]
