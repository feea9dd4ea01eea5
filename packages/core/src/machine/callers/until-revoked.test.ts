import { expect, it } from 'vitest'
import { type Caller, toCaller } from './caller.ts'
import { untilRevoked } from './until-revoked.ts'

/** Ports whose time passes by `tick`, of a caller who is current until `revoke`, in a session until `logOut`. */
function setUp() {
  let isCurrent = true
  const waiting: (() => void)[] = []
  const session = Promise.withResolvers<void>()
  return {
    revoke: () => (isCurrent = false),
    logOut: session.resolve,
    tick: () => {
      for (const go of waiting.splice(0)) go()
    },
    waiting,
    ports: {
      isCurrent: async () => isCurrent,
      untilOver: () => session.promise,
      waitIdly: (_: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          waiting.push(resolve)
          signal?.addEventListener('abort', () => resolve(), { once: true })
        }),
    },
  }
}

const ann: Caller = toCaller({ id: 'ann', kind: 'User', version: '1', session: 's' })

it('a stream ends after its caller has changed', async () => {
  const { ports, revoke, tick, waiting } = setUp()
  const { signal } = await untilRevoked(ann, [undefined], ports)
  tick()
  await expect.poll(() => waiting.length).toBe(1)
  expect(signal.aborted).toBe(false)
  revoke()
  tick()
  await expect.poll(() => signal.aborted).toBe(true)
})

it('a stream ends with the session of its caller, or with the first of other signals', async () => {
  const { ports, logOut } = setUp()
  const { signal } = await untilRevoked(ann, [], ports)
  logOut()
  await expect.poll(() => signal.aborted).toBe(true)
  const leaving = new AbortController()
  const other = await untilRevoked(ann, [leaving.signal], setUp().ports)
  leaving.abort()
  expect(other.signal.aborted).toBe(true)
})

it('a stream does not begin for a caller who has changed', async () => {
  const { ports, revoke } = setUp()
  revoke()
  await expect(untilRevoked(ann, [], ports)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
