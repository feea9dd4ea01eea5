import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store, Wait } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

/** A store that does not answer until it is released. */
function silentStore() {
  const memory = memoryStore()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const head = vi.fn(async () => {
    await answered
    return memory.head()
  })
  return { store: { ...memory, head } satisfies Store, head, answer }
}

/** A clock that jumps when told to. */
function passing() {
  const waiting: (() => void)[] = []
  const wait: Wait = (_, signal) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      signal?.addEventListener('abort', () => resolve())
    })
  return { wait, pass: () => waiting.splice(0).forEach((resolve) => void resolve()) }
}

const unavailable = (message: string) => ({ code: 'UNAVAILABLE', message: expect.stringContaining(message) })

describe('health', () => {
  it('returns the version of the program, if there is one', async () => {
    expect(await createSignalbox({ version: '1.2.3' }).health()).toMatchObject({ status: 'up', version: '1.2.3' })
    expect(await createSignalbox().health()).not.toHaveProperty('version')
  })

  it('fails in time if the store does not respond, with one request for concurrent calls', async () => {
    const { store, head, answer } = silentStore()
    const { wait, pass } = passing()
    const box = createSignalbox({ store, wait })
    const asked = [box.health(), box.health()]
    const failing = Promise.all(
      asked.map((one) => expect(one).rejects.toMatchObject(unavailable('not responded for 2 seconds'))),
    )
    await vi.waitFor(() => expect(head).toHaveBeenCalled())
    pass()
    await failing
    expect(head).toHaveBeenCalledTimes(1)
    answer()
    expect(await box.health()).toMatchObject({ status: 'up' })
  })

  it('checks whether the store accepts writes, if it implements `check`', async () => {
    const check = vi.fn().mockRejectedValueOnce(new Error('read only')).mockResolvedValue(undefined)
    const box = createSignalbox({ store: { ...memoryStore(), check } })
    await expect(box.health()).rejects.toThrow('read only')
    expect(await box.health()).toMatchObject({ status: 'up' })
  })
})

describe('about', () => {
  it('returns the version, the kind of store and the retention of events, if there are any', async () => {
    const box = createSignalbox({ version: '1.2.3', eventRetentionDays: 7 })
    expect(await box.about()).toMatchObject({ version: '1.2.3', store: 'memory', events: { retentionDays: 7 } })
    await box.close()
    const { kind: _kind, ...nameless } = memoryStore()
    const about = await createSignalbox({ store: nameless }).about()
    expect(about).not.toHaveProperty('version')
    expect(about).not.toHaveProperty('store')
    expect(about.events).not.toHaveProperty('retentionDays')
  })

  it('returns the start in the time zone of the instance', async () => {
    const box = createSignalbox({ clock: () => Date.UTC(2026, 6, 1), timeZone: 'Europe/Paris' })
    expect(await box.about()).toMatchObject({ started: '2026-07-01T02:00:00.000', timeZone: 'Europe/Paris' })
  })

  it('is only for admins', async () => {
    const box = createSignalbox()
    await expect(box.as({ id: 'ann', authorizedPatterns: '*' }).about()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await box.as({ id: 'boss', admin: true }).about()).toHaveProperty('started')
  })
})

describe('readiness', () => {
  it('loads the features and waits for them', async () => {
    const { store, head, answer } = silentStore()
    const { wait, pass } = passing()
    const box = createSignalbox({ store, wait })
    const failing = expect(box.readiness()).rejects.toMatchObject({ ...unavailable('still loading'), retryAfter: 1 })
    await vi.waitFor(() => expect(head).toHaveBeenCalled())
    pass()
    await failing
    expect(await box.liveness()).toEqual({ status: 'up' })
    answer()
    await box.ready()
    expect(await box.readiness()).toEqual({ status: 'ready' })
  })

  it('fails once the instance is closed', async () => {
    const box = createSignalbox()
    await box.ready()
    await box.close()
    await expect(box.readiness()).rejects.toMatchObject(unavailable('shutting down'))
    expect(await box.liveness()).toEqual({ status: 'up' })
  })
})
