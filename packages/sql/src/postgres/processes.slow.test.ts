import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importing } from '../importing.fixture.ts'
import type { Displays } from './instance.fixture.ts'
import { migratePostgres, postgresStore } from './store.ts'

const schema = 'processes'
let server: RealPostgres
let pool: pg.Pool
let box: Signalbox
let processes: readonly ChildProcess[]

beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  pool = server.openPool()
  await migratePostgres(pool, { schema })
  box = createSignalbox({ store: postgresStore(pool, { schema }) })
  processes = await Promise.all([startInstance(), startInstance()])
})

afterAll(async () => {
  await Promise.all(processes.map(ended))
  await box.close()
  await pool.end()
  await server.stop()
})

/** Starts another process on the same database. */
async function startInstance(): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'instance.fixture.ts')
  const child = fork(program, [server.url, schema], { execArgv: [...importing] })
  await answerOf(child)
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.disconnect()
  await exit
}

/** Resolves with the next message of a process. Rejects if it exits instead. */
function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: unknown) => reject(new Error(`The process ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (answer) => {
      child.off('exit', fail)
      resolve(answer)
    })
  })
}

/** Calls `displayed` in both processes at the same time; resolves with the assigned variants. */
async function displayInBoth(experimentId: string, clientIds: readonly [string[], string[]]): Promise<string[]> {
  const answers = await Promise.all(
    processes.map((child, i) => {
      const answer = answerOf(child) as Promise<string[]>
      child.send({ experimentId, clientIds: clientIds[i]! } satisfies Displays)
      return answer
    }),
  )
  return answers.flat()
}

async function create(id: string): Promise<void> {
  const variants = ['A', 'B'].map((variant) => ({ id: variant, name: variant, traffic: 0.5 }))
  await box.experiments.create({ body: { id, name: id, enabled: true, variants } })
}

async function stateOf(id: string) {
  const { results, sampleRatioMismatch, experiment } = await box.experiments.results({ id })
  const events: string[] = []
  for await (const event of await box.experiments.exportEvents({ pattern: id })) events.push(event.id)
  return {
    populations: experiment.variants.map(({ currentPopulation }) => currentPopulation),
    displayed: results.map(({ displayed }) => displayed),
    users: results.map(({ users }) => users),
    alarm: sampleRatioMismatch.alarm,
    events: new Set(events).size,
  }
}

const clients = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`)

test('a hundred concurrent clients of two processes are split 50 to 50', async () => {
  await create('split')
  const given = await displayInBoth('split', [clients('one', 50), clients('other', 50)])
  expect(given.filter((variant) => variant === 'A')).toHaveLength(50)
  expect(await stateOf('split')).toEqual({
    populations: [50, 50],
    displayed: [50, 50],
    users: [50, 50],
    alarm: false,
    events: 100,
  })
})

test('forty concurrent calls of one client by two processes bind it once and count each', async () => {
  await create('one')
  const same = Array<string>(20).fill('client')
  const given = await displayInBoth('one', [same, same])
  expect(new Set(given)).toEqual(new Set(['A']))
  expect(given).toHaveLength(40)
  expect(await stateOf('one')).toEqual({
    populations: [1, 0],
    displayed: [40, 0],
    users: [1, 0],
    alarm: false,
    events: 40,
  })
})

test('a hundred clients in both processes have one variant each', async () => {
  await create('both')
  const ids = clients('client', 100)
  const given = await displayInBoth('both', [ids, ids.toReversed()])
  expect(given.slice(0, 100)).toEqual(given.slice(100).toReversed())
  expect(await stateOf('both')).toMatchObject({ populations: [50, 50], users: [50, 50], events: 200 })
})
