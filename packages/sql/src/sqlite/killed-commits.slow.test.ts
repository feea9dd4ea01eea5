import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { seededRandom } from '@signalbox/testing'
import { afterAll, expect, it } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { openSqlite } from './open.ts'

/** With `SIGNALBOX_SOAK`, 50; otherwise, the first 20 of them. */
const KILLS = process.env.SIGNALBOX_SOAK ? 50 : 20
const CHANGES = 1000
const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
const random = seededRandom(1)
afterAll(() => rmSync(folder, { recursive: true }))

/** A process that commits round after round of 1,000 changes, and reports each step of each round. */
const program = (path: string, first: number) => `
  const { writeSync } = await import('node:fs')
  const { createSignalbox } = await import('@signalbox/core')
  const { openSqlite } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))})
  const store = await openSqlite(${JSON.stringify(path)})
  const commit = store.commit
  const told = { ...store, commit(changes, events) {
    writeSync(1, 'writes\\n')
    return commit(changes, events)
  } }
  const box = createSignalbox({ store: told })
  for (let n = ${first}; ; n++) {
    writeSync(1, 'begins\\n')
    const changes = Array.from({ length: ${CHANGES} }, (_, i) => ({
      op: 'put',
      kind: ['segments', 'features', 'configs'][i % 3],
      record: { id: String(i), ...[
        { description: String(n), included: ['ann'] },
        { description: String(n), enabled: true, activationStrategy: 'RULES', parameters: { rules: [{ when: { segment: String(i - 1) } }] } },
        { value: n },
      ][i % 3] },
    }))
    await box.commit({ body: { changes } })
    writeSync(1, 'done\\n')
  }`

interface Kill {
  /** After which line of its output, and how many milliseconds later. */
  readonly after: 'begins' | 'writes'
  readonly ms: number
}

/** Runs the process until it is killed. Resolves with how many rounds it has reported as done. */
async function runKilled(path: string, first: number, { after, ms }: Kill): Promise<number> {
  const child = spawn(process.execPath, [...importing, '--input-type=module', '--eval', program(path, first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const ended = once(child, 'exit')
  let done = 0
  let isAimed = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') done++
    if (line !== after || isAimed) continue
    isAimed = true
    setTimeout(() => child.kill('SIGKILL'), ms)
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
  return done
}

/** The round that all records of a file are of; -1 for none. Fails if they are of several. */
async function roundIn(path: string): Promise<number> {
  const store = await openSqlite(path)
  const rounds = new Set<number>()
  let count = 0
  for (const collection of ['segments', 'features', 'configs'])
    for await (const { value } of store.scan(collection)) {
      const { description, value: n = Number(description) } = value as { description?: string; value?: number }
      rounds.add(n)
      count++
    }
  let events = 0
  for await (const _ of store.read({ after: 0 })) events++
  await store.close?.()
  const [round = -1] = rounds
  expect({ rounds: rounds.size, count, events }).toEqual(
    round < 0 ? { rounds: 0, count: 0, events: 0 } : { rounds: 1, count: CHANGES, events: CHANGES * (round + 1) },
  )
  return round
}

it(`a commit of ${CHANGES} changes that is killed is whole or absent, ${KILLS} times`, {
  timeout: 300_000,
}, async () => {
  const seen = { absent: 0, whole: 0 }
  async function killAll(name: string, kills: number): Promise<void> {
    const path = join(folder, `${name}.db`)
    for (let n = 0, round = -1; n < kills; n++) {
      const [chance = 0] = random(1)
      const kill: Kill = n % 2 === 0 ? { after: 'begins', ms: chance * 4 } : { after: 'writes', ms: chance / 3 }
      const done = await runKilled(path, round + 1, kill)
      const next = await roundIn(path)
      // The last round may be written although it was not reported.
      expect([round + done, round + done + 1]).toContain(next)
      seen[next === round ? 'absent' : 'whole']++
      round = next
    }
  }
  await Promise.all(['one', 'other'].map((name) => killAll(name, KILLS / 2)))
  expect(Math.min(seen.absent, seen.whole)).toBeGreaterThan(0)
})
