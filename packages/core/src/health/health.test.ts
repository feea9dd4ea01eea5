import { describe, expect, it, vi } from 'vitest'
import { nextTurn } from '../machine/time/wait.ts'
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
    expect(await box.readiness()).toMatchObject({ status: 'ready' })
  })

  it('says how far the load has come', async () => {
    const store = memoryStore()
    for (const id of ['a', 'b']) await createSignalbox({ store }).configs.create({ body: { id, value: 1 } })
    const { wait, pass } = passing()
    let isHalf = false
    const box = createSignalbox({
      wait,
      store: {
        ...store,
        async *scan(...options) {
          for await (const entry of store.scan(...options)) {
            if (isHalf) await new Promise(() => {})
            isHalf = true
            yield entry
          }
        },
      },
    })
    const failing = expect(box.readiness()).rejects.toMatchObject({
      ...unavailable('1 of 2 records are loaded'),
      members: { loaded: 1, total: 2 },
    })
    await vi.waitFor(() => expect(isHalf).toBe(true))
    await vi.waitFor(() => expect(box.loading().total).toBe(2))
    pass()
    await failing
  })

  it('fails once the instance is closed', async () => {
    const box = createSignalbox()
    await box.ready()
    await box.close()
    await expect(box.readiness()).rejects.toMatchObject(unavailable('shutting down'))
    expect(await box.liveness()).toEqual({ status: 'up' })
  })

  it('fails once the program says that it will stop, while everything else goes on', async () => {
    const box = createSignalbox()
    const stream = await box.events.stream()
    box.drain()
    await expect(box.readiness()).rejects.toMatchObject(unavailable('shutting down'))
    await box.configs.create({ body: { id: 'a', value: 1 } })
    expect([box.value('a'), (await box.health()).status]).toEqual([1, 'up'])
    const { value } = await stream[Symbol.asyncIterator]().next()
    expect(value).toMatchObject({ type: 'CONFIG_CREATED' })
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('rejects a limit of %s seconds', (readyLagSeconds) => {
    expect(() => createSignalbox({ readyLagSeconds })).toThrow(/readyLagSeconds/)
  })
})

/** A box whose store can fail, fall silent, and hide its events from the box, while time passes by hand. */
async function failing({ readyLagSeconds }: { readonly readyLagSeconds?: number } = {}) {
  const memory = memoryStore()
  const { wait, pass } = passing()
  let now = 0
  let state: 'up' | 'down' | 'silent' = 'up'
  let hidden = false
  const watchers = new Set<() => void>()
  const head = vi.fn(async () => {
    if (state === 'down') throw new Error('the store is down')
    if (state === 'silent') await new Promise(() => {})
    return memory.head()
  })
  const store: Store = {
    ...memory,
    head,
    async *read(options) {
      if (hidden) throw new Error('the log cannot be read')
      yield* memory.read(options)
    },
    watch(listener) {
      watchers.add(listener)
      return memory.watch(listener)
    },
  }
  const box = createSignalbox({
    store,
    wait,
    clock: () => now,
    report: () => {},
    ...(readyLagSeconds !== undefined && { readyLagSeconds }),
  })
  await box.ready()
  const other = createSignalbox({ store: memory })
  let writes = 0
  head.mockClear()
  return {
    box,
    head,
    /** The answer to a probe: what the box says, or the message of the failure. */
    async probe(): Promise<unknown> {
      const answer = box.readiness().catch(({ message }: Error) => message)
      let isOver = false
      answer.finally(() => {
        isOver = true
      })
      while (!isOver) {
        await nextTurn(0)
        if (state === 'silent') pass()
      }
      return answer
    },
    after(seconds: number) {
      now += seconds * 1000
    },
    turn(next: typeof state) {
      state = next
    },
    hide(): void {
      hidden = true
    },
    /** Shows the events again. Resolves when the box has applied all of them. */
    async show(): Promise<void> {
      hidden = false
      await vi.waitFor(() => {
        pass()
        expect(writes === 0 || box.value(`c${writes - 1}`)).toBeTruthy()
      })
    },
    write: () => other.configs.create({ body: { id: `c${writes++}`, value: 1 } }),
  }
}

describe('readiness while the store is out of reach', () => {
  it('lasts as long as the outage is short, and comes back with the store', async () => {
    const { probe, after, turn } = await failing()
    expect(await probe()).toEqual({ status: 'ready', loaded: 0, store: 'up', lag: 0 })
    turn('down')
    after(60) // nobody asked meanwhile
    expect(await probe()).toMatchObject({ status: 'ready', store: 'down', lag: 0 })
    after(15)
    expect(await probe()).toMatchObject({ status: 'ready', store: 'down', lag: 15 })
    after(5)
    expect(await probe()).toMatch(/has not reached its store for 20 seconds.*out of date/)
    turn('up')
    after(1)
    expect(await probe()).toMatchObject({ status: 'ready', store: 'up', lag: 0 })
    turn('down')
    after(14)
    expect(await probe()).toMatchObject({ status: 'ready', store: 'down', lag: 0 })
  })

  it('ends if the store is silent, although no probe waits for it', async () => {
    const { probe, after, turn, head } = await failing()
    turn('silent')
    expect(await probe()).toMatchObject({ status: 'ready', store: 'up', lag: 0 })
    after(3)
    expect(await probe()).toMatchObject({ status: 'ready', store: 'down', lag: 3 })
    after(13)
    expect(await probe()).toMatch(/has not reached its store for 16 seconds/)
    expect(head).toHaveBeenCalledTimes(1)
  })

  it('lasts for ever with a limit of 0', async () => {
    const { probe, after, turn } = await failing({ readyLagSeconds: 0 })
    turn('down')
    await probe()
    after(86_400)
    expect(await probe()).toMatchObject({ status: 'ready', store: 'down', lag: 86_400 })
  })

  it('survives an outage of any length', async () => {
    const { probe, after, turn } = await failing({ readyLagSeconds: 1000 })
    turn('down')
    for (let second = 0; second < 250; second++) {
      await probe()
      after(1)
    }
    expect(await probe()).toMatchObject({ lag: 250 })
    turn('up')
    after(1)
    expect(await probe()).toMatchObject({ store: 'up', lag: 0 })
  })

  it('asks the store once a second at most, and once for concurrent probes', async () => {
    const { box, after, head } = await failing()
    await Promise.all(Array.from({ length: 20 }, () => box.readiness()))
    after(0.9)
    await box.readiness()
    expect(head).toHaveBeenCalledTimes(1)
    after(0.1)
    await Promise.all(Array.from({ length: 20 }, () => box.readiness()))
    expect(head).toHaveBeenCalledTimes(2)
  })
})

describe('readiness while events are not applied', () => {
  it('ends after the limit, and comes back once they are', async () => {
    const { probe, after, hide, show, write } = await failing({ readyLagSeconds: 5 })
    hide()
    await write()
    await write()
    expect(await probe()).toMatchObject({ status: 'ready', store: 'up', lag: 0 })
    after(6)
    expect(await probe()).toMatch(/behind the event log of its store for 6 seconds, so its answers may be out of date/)
    await show()
    expect(await probe()).toEqual({ status: 'ready', loaded: 2, store: 'up', lag: 0 })
  })

  it('does not end on a busy log that is always a little behind', async () => {
    const { probe, after, hide, show, write } = await failing({ readyLagSeconds: 5 })
    for (let second = 0; second < 20; second++) {
      hide()
      await write()
      expect(await probe()).toMatchObject({ status: 'ready' })
      await show()
      after(1)
    }
  })

  it('is not lost on a log in which nothing happens', async () => {
    const { probe, after, hide } = await failing({ readyLagSeconds: 5 })
    hide()
    await probe()
    after(3600)
    expect(await probe()).toMatchObject({ status: 'ready', lag: 0 })
  })
})
