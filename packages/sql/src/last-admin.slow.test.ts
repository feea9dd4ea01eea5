import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, type Passwords, type Store } from '@signalbox/core'
import { startPostgres } from '@signalbox/test-postgres'
import { seededRandom } from '@signalbox/testing'
import { expect, test } from 'vitest'
import type { Removal } from './admins.fixture.ts'
import { migratePostgres, postgresStore } from './postgres/store.ts'
import { openSqlite } from './sqlite/open.ts'

const RACES = 200
const schema = 'admins'
const ways: readonly Removal['way'][] = ['delete', 'patch', 'replace', 'upload', 'commit']

/** Hashes nothing, which would take most of the time. */
const passwords: Passwords = { hash: async (password) => password, verify: async (one, other) => one === other }

interface Scene {
  readonly store: Store
  /** The arguments of processes on the same store. */
  readonly args: readonly string[]
  readonly end: () => Promise<unknown>
}

async function onSqlite(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  const path = join(folder, 'admins.db')
  return { store: await openSqlite(path), args: [path], end: async () => rmSync(folder, { recursive: true }) }
}

async function onPostgres(): Promise<Scene> {
  const server = await startPostgres(['fsync=off'])
  const pool = server.openPool()
  await migratePostgres(pool, { schema })
  const end = async () => {
    await pool.end()
    await server.stop()
  }
  return { store: postgresStore(pool, { schema, report() {} }), args: [server.url, schema], end }
}

async function startProcess(args: readonly string[]): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'admins.fixture.ts')
  const child = fork(program, args, { execArgv: ['--conditions=@signalbox/source'] })
  await answerOf(child)
  return child
}

/** Resolves with the next message of a process. Rejects if it exits instead. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The process ended with ${code}`)
  })
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended])
    return answer
  } finally {
    ended.catch(() => {})
    answered.abort()
  }
}

async function ask(child: ChildProcess, removals: readonly Removal[]): Promise<number> {
  const answer = answerOf(child)
  child.send(removals)
  return (await answer) as number
}

test.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])(`one admin is left when those of two processes remove one another, ${RACES} times, on %s`, async (_, open) => {
  const { store, args, end } = await open()
  const box = createSignalbox({ store, passwords })
  const processes = await Promise.all([startProcess(args), startProcess(args)])
  const random = seededRandom(1)
  const below = (count: number) => random(1)[0]! % count
  for (let race = 0; race < RACES; race++) {
    const admins = ['ann', 'ben', 'cleo', 'dora', 'eve'].slice(0, 2 + (race % 4))
    for (const id of admins)
      await box.users.create({ body: { id, name: id, admin: true, password: 'correct horse battery' } })
    // Everybody is removed by the next one, and the processes take turns.
    const removals = admins.map(
      (id, n): Removal => ({ id, by: admins[(n + 1) % admins.length]!, way: ways[below(ways.length)]! }),
    )
    const refused = await Promise.all(
      processes.map((child, k) =>
        ask(
          child,
          removals.filter((_, n) => n % 2 === k),
        ),
      ),
    )
    const { results } = await box.users.list({})
    const left = results.filter(({ admin }) => admin).length
    expect({ race, removals, left, refused: refused[0]! + refused[1]! }).toMatchObject({ left: 1, refused: 1 })
    await box.users.deleteMany({ pattern: '*' })
    for (const { id } of (await box.users.list({})).results) await box.users.delete({ id })
  }
  for (const child of processes) {
    child.disconnect()
    await once(child, 'exit')
  }
  await box.close()
  await end()
})
