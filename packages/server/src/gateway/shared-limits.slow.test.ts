import { type LeaseAsk, memoryCarrier } from '@signalbox/gateway'
import { migratePostgres, postgresLimits } from '@signalbox/sql'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeCarrier } from './limit-carriers.fixture.ts'

let server: RealPostgres
let pool: pg.Pool

beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  pool = server.openPool()
  await migratePostgres(pool)
})

afterAll(async () => {
  await pool.end()
  await server.stop()
})

const report = () => {}

/** Numbers from 0 to one less than a bound, which a seed determines. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % below
  }
}

it.each(['rate', 'window', 'day', 'month'] as const)('the database answers as memory does: %s', async (kind) => {
  for (let run = 0; run < 60; run++) {
    const below = numbers(run)
    let now = 1_000_000
    const memory = memoryCarrier(() => now)
    const policy = { kind, rate: 1 + below(9), windowMs: 600, burst: kind === 'rate' ? below(3) : 0 }
    const spent = [0, 0, 0]
    let state: { answer: object } | null = null
    for (let seq = 1; seq < 25; seq++) {
      now += below(3) === 0 ? below(900) : below(30)
      // Processes fall silent for longer than their units are valid, and the clock is set back.
      if (below(8) === 0) now += 1300
      if (below(8) === 0) now -= below(5000)
      const who = below(3)
      const since = spent[who] as number
      spent[who] = Math.max(0, since + below(4) - (below(5) === 0 ? 2 : 0))
      const ask: LeaseAsk = {
        ...{ key: 'a', holder: `holder ${who}`, seq: below(5) === 0 ? seq - 2 : seq, lease: 1 + below(2), policy },
        ...{ validMs: 600, held: below(3), spent: spent[who] as number, since, needed: below(4), ahead: below(4) },
        floor: below(3),
      }
      const { holders: _, ...expected } = await memory.ask(ask)
      const { rows } = await pool.query('select signalbox.lease_units($1, $2, $3) as state', [state, ask, now])
      state = rows[0].state as { answer: object }
      const rounded = (answer: object) =>
        Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, Math.round(value * 1000) / 1000]))
      expect(rounded(state.answer), `run ${run}, ask ${seq}`).toEqual(rounded(expected))
    }
  }
})

describeCarrier('in PostgreSQL', () => ({
  open() {
    const own = server.openPool()
    const { ask, close } = postgresLimits(own, { report })
    return { ask, close: () => close().then(() => own.end()) }
  },
}))
