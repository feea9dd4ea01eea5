import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { seededRandom } from '@signalbox/testing'
import { afterAll, expect, it, vi } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { openSqlite } from './open.ts'

/** With `SIGNALBOX_SOAK`, 50; otherwise, the first 20 of them. */
const KILLS = process.env.SIGNALBOX_SOAK ? 50 : 20
const IDS = Array.from({ length: 12 }, (_, n) => `e${n}`)
/** It has a character that random texts do not have. */
const ANN = 'ann-1'
const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
const path = join(folder, 'signalbox.db')
const random = seededRandom(1)
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a task with a box on the file, and with its store. */
async function within<T>(
  task: (box: Signalbox, store: Awaited<ReturnType<typeof openSqlite>>) => Promise<T>,
): Promise<T> {
  const store = await openSqlite(path)
  const box = createSignalbox({ store })
  try {
    return await task(box, store)
  } finally {
    await box.close()
  }
}

/** Lets a client see and win in all experiments. */
const play = (box: Signalbox, clientId: string) =>
  box.experiments.record({
    body: {
      records: IDS.flatMap((experiment) =>
        (['displayed', 'won'] as const).map((kind) => ({ kind, experiment, clientId })),
      ),
    },
  })

const resultsOf = (box: Signalbox) =>
  Promise.all(
    IDS.map(async (id) => {
      const { sampleSize: _changesWithTime, ...results } = await box.experiments.results({ id })
      return results
    }),
  )

/** Erases the client in a process that is killed after some milliseconds. Resolves with whether it was killed. */
async function killed(ms: number): Promise<boolean> {
  const program = `
    const { createSignalbox } = await import('@signalbox/core')
    const { openSqlite } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))})
    const box = createSignalbox({ store: await openSqlite(${JSON.stringify(path)}) })
    await box.experiments.count()
    process.stdout.write('begins')
    await box.experiments.eraseClientFromAll({ clientId: '${ANN}' })
    process.exit()`
  const child = spawn(process.execPath, [...importing, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  setTimeout(() => child.kill('SIGKILL'), ms)
  return (await ended)[1] === 'SIGKILL'
}

it(`an erasure from all experiments that is killed is done or not begun, ${KILLS} times`, async () => {
  const before = await within(async (box) => {
    const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
    for (const id of IDS) await box.experiments.create({ body: { id, name: id, enabled: true, variants } })
    await play(box, 'bob')
    return resultsOf(box)
  })
  const length = await within(async (box) => {
    await play(box, ANN)
    const begin = performance.now()
    await box.experiments.eraseClientFromAll({ clientId: ANN })
    return performance.now() - begin
  })
  const seen = { killed: 0, notBegun: 0, done: 0, interrupted: 0 }
  for (let n = 0; n < KILLS; n++) {
    await within((box) => play(box, ANN))
    seen.killed += Number(await killed(((random(1)[0] as number) / 256) * length * 1.5))
    await within(async (box, store) => {
      const isBegun = (await store.count('experiment-erasures')) > 0
      const left = (await box.experiments.client({ clientId: ANN })).results.length
      if (isBegun) seen.interrupted++
      else if (left > 0) seen.notBegun++
      else seen.done++
      if (!isBegun) expect([0, IDS.length]).toContain(left)
      // What was interrupted is finished when experiments are used again, and otherwise by a second run.
      if (isBegun) await vi.waitFor(async () => expect(await store.count('experiment-erasures')).toBe(0), 20_000)
      else await box.experiments.eraseClientFromAll({ clientId: ANN })
      expect(await resultsOf(box)).toEqual(before)
      for await (const event of store.read({ after: 0 })) expect(JSON.stringify(event)).not.toContain(ANN)
    })
  }
  expect(seen.killed).toBeGreaterThan(KILLS / 4)
  expect(seen.interrupted).toBeGreaterThan(0)
}, 600_000)
