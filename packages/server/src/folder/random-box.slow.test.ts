import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Signalbox } from '@signalbox/core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyFolder } from './apply-folder.ts'
import { exportFolder } from './export-folder.ts'
import { type BoxStep, carryOut, emptyBox, randomSteps } from './random-box.fixture.ts'
import { readInstance } from './read-instance.ts'
import { recordKinds } from './record-kinds.ts'
import { storeInstance } from './sides.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'signalbox-'))
})
afterAll(() => rm(parent, { recursive: true }))

const exported = (box: Signalbox, folder: string) =>
  exportFolder(storeInstance(box, 'the box'), folder, { kinds: recordKinds, secrets: true })

async function applied(box: Signalbox, folder: string): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const end = await applyFolder(storeInstance(box, 'the box'), folder, { reason: 'test', print, warn: print })
  return end === 'done' ? (lines.at(-1) ?? '') : lines.join('\n')
}

/** All records of a box with their secrets, by kind and id. */
async function recordsOf(box: Signalbox): Promise<Readonly<Record<string, object>>> {
  const { records } = await readInstance(box, { kinds: recordKinds })
  return Object.fromEntries(
    [...records].flatMap(([kind, own]) => [...own].map(([id, { record }]) => [`${kind} ${id}`, record])),
  )
}

/** The kinds of the records that were compared. */
const compared = new Set<string>()

async function staysTheSame(steps: readonly BoxStep[]): Promise<void> {
  const from = emptyBox()
  await carryOut(from, steps)
  const [to, folder] = [emptyBox(from.clock.now()), await mkdtemp(join(parent, 'folder-'))]
  const records = await recordsOf(from.box)
  const count = Object.keys(records).length
  for (const name of Object.keys(records)) compared.add(name.replace(/ .*/, ''))
  expect(await exported(from.box, folder)).toMatchObject({ written: count })
  if (count > 0) {
    expect(await applied(to.box, folder)).toBe(`Created ${count}, changed 0, deleted 0`)
    expect(await recordsOf(to.box)).toEqual(records)
    expect(await applied(to.box, folder)).toMatch(new RegExp(`^No changes: ${count} `))
  }
  expect(await exported(to.box, folder)).toMatchObject({ written: 0, removed: 0, unchanged: count })
  await Promise.all([from.box.close(), to.box.close()])
}

it('a folder has conditions on a feature that was made to be decided by a script', async () => {
  const scripted = { id: 'a:b', enabled: true, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'a' } }
  const audience = { feature: 'a:b', active: false }
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  await staysTheSame([
    { call: 'experiments.create', input: { body: { id: 'a', name: 'One', enabled: false, audience, variants } } },
    { call: 'features.create', input: { body: scripted, force: true } },
  ])
})

it('a folder that was exported makes an empty box the same, whatever its records are', {
  timeout: 300_000,
}, async () => {
  await fc.assert(fc.asyncProperty(randomSteps, staysTheSame), { numRuns: 50 })
  // Subscriptions and their credentials are rare.
  expect(compared.size).toBeGreaterThanOrEqual(recordKinds.length - 2)
})
