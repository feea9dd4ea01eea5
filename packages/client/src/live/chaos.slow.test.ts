import { memoryStore, type Signalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient, type Live } from '../index.ts'
import { halves, plain, readyFlags, whenActive, whenStatus } from './flags.fixture.ts'
import { type Mood, unsteadyServer } from './unsteady.fixture.ts'

/** The goal for a recovery, in milliseconds. It is printed, not asserted: a busy machine may miss it. */
const GOAL = 2000

/** Evaluates all the time, as a busy program does. Counts the answers, and keeps the longest time that one took. */
function asking(flags: Live) {
  let asked = 0
  let longest = 0
  const timer = setInterval(() => {
    for (let i = 0; i < 100; i++) {
      const from = performance.now()
      flags.isActive('a', { id: `client ${i}` })
      flags.isActive('unknown')
      flags.config('c')
      flags.explain('half', { id: `client ${i}` })
      asked++
      longest = Math.max(longest, performance.now() - from)
    }
  }, 5)
  onTestFinished(() => clearInterval(timer))
  return { asked: () => asked, longest: () => longest }
}

async function fill(box: Signalbox) {
  await box.features.create({ body: plain('a') })
  await box.features.create({
    body: { id: 'half', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
  })
  await box.configs.create({ body: { id: 'c', value: 1 } })
  await box.experiments.create({ body: halves('exp') })
}

async function chaos() {
  const store = memoryStore()
  const server = await unsteadyServer(store)
  const over = (served = store) => server.start(served)
  await server.kill()
  const box = await over()
  await fill(box)
  const attempted = new Set<() => void>()
  const api = createClient({
    baseUrl: server.url,
    fetch(request) {
      for (const tell of attempted) tell()
      return fetch(request)
    },
  })
  /** Resolves after `times` calls, whether they get a response or not. */
  const attempts = (times: number) =>
    new Promise<void>((resolve) => {
      let left = times
      const tell = () => {
        if (--left > 0) return
        attempted.delete(tell)
        resolve()
      }
      attempted.add(tell)
    })
  let offset = 0
  const { flags, reported } = await readyFlags(api, { clock: () => Date.now() + offset })
  const jump = (ms: number) => {
    offset += ms
  }
  return { server, store, box, flags, reported, jump, load: asking(flags), over, attempts }
}

const told = (what: string, ms: number) => console.log(`${what}: fresh after ${Math.round(ms)} ms (goal ${GOAL} ms)`)

describe('flags over an unsteady server', () => {
  it('always return values, and are soon fresh again', async () => {
    const { server, store, flags, load, over, jump, attempts, ...rest } = await chaos()
    let { box } = rest

    const disasters: Record<string, () => Promise<void>> = {
      async 'killed and started again'() {
        await server.kill()
        await whenStatus(flags, 'stale')
        box = await over(store)
      },
      async 'killed for longer'() {
        await server.kill()
        await whenStatus(flags, 'stale')
        await attempts(4)
        box = await over(store)
      },
      async 'answering 500'() {
        server.turn('failing')
        await whenStatus(flags, 'stale')
        server.turn('well')
      },
      async 'cutting connections'() {
        server.turn('cutting')
        await whenStatus(flags, 'stale')
        server.turn('well')
      },
      async 'slow, and cut off'() {
        server.turn('cutting')
        await whenStatus(flags, 'stale')
        server.turn('slow')
        await whenStatus(flags, 'fresh')
        server.turn('well')
      },
      async 'told another time'() {
        await server.kill()
        jump(-86_400_000)
        await whenStatus(flags, 'stale')
        jump(10 * 86_400_000)
        box = await over(store)
      },
    }
    let round = 0
    for (const [name, disaster] of Object.entries(disasters)) {
      await disaster()
      const from = performance.now()
      await box.features.create({ body: plain(`round:${round}`) })
      await box.features.replace({ id: 'a', body: plain('a', round % 2 === 1) })
      await Promise.all([whenActive(flags, `round:${round}`), whenActive(flags, 'a', round % 2 === 1)])
      await whenStatus(flags, 'fresh')
      const took = performance.now() - from
      told(name, took)
      round++
    }
    expect(load.asked()).toBeGreaterThan(1000)
    console.log(`${load.asked()} rounds of questions meanwhile; the longest took ${load.longest().toFixed(2)} ms`)
    expect(load.longest()).toBeLessThan(5000)
  })

  it('follow another store that replaces the first', async () => {
    const { server, flags, over } = await chaos()
    await server.kill()
    expect(flags.isActive('a')).toBe(true)
    const from = performance.now()
    const empty = await over(memoryStore({ clock: () => Date.parse('2020-01-01T00:00:00Z') }))
    await whenActive(flags, 'a', false)
    await empty.features.create({ body: plain('b') })
    await whenActive(flags, 'b')
    told('another store', performance.now() - from)
    expect(flags.snapshot().features.map(({ id }) => id)).toEqual(['b'])
  })

  it('lose no displayed or won, and count each once', async () => {
    const { server, store, flags, reported, over } = await chaos()
    let count = 0
    const happen = (clients: number) => {
      for (let i = 0; i < clients; i++) {
        const client = `client ${count++}`
        flags.displayed('exp', client)
        flags.won('exp', client)
      }
    }
    happen(30)
    for (const mood of ['cutting', 'failing', 'slow'] satisfies Mood[]) {
      server.turn(mood)
      const felt = server.meets(mood, 5)
      happen(30)
      await felt
      server.turn('well')
      happen(10)
    }
    await server.kill()
    happen(30)
    const box = await over(store)
    happen(10)
    await flags.flush()
    const { results } = await box.experiments.results({ id: 'exp' })
    const sum = (name: 'displayed' | 'won' | 'converted') => results.reduce((total, one) => total + one[name], 0)
    console.log(
      `${count} clients: ${sum('displayed')} displayed, ${sum('won')} won; ${server.met('cutting')} answers cut, ${server.met('failing')} calls failed`,
    )
    expect({ displayed: sum('displayed'), won: sum('won') }).toEqual({ displayed: count, won: count })
    expect(sum('converted')).toBe(count) // a `won` that arrived before its `displayed` would not count as converted
    expect(reported.map(String).filter((text) => /displayed|won/.test(text))).toEqual([])
  })
})
