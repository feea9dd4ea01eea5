import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type ChangeEvent, createSignalbox, type Subscription } from '@signalbox/core'
import { seededRandom } from '@signalbox/testing'
import { afterAll, expect, it } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { openSqlite } from './open.ts'

/** With `SIGNALBOX_SOAK`, 40; otherwise, the first 4 of them. */
const KILLS = process.env.SIGNALBOX_SOAK ? 40 : 4
const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
const random = seededRandom(1)
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * A process that has consumers ask for subscriptions, to a plan of its own each. Everybody decides about them at once, in random
 * orders, and it reports when they begin.
 */
const program = (path: string, run: number) => `
  const { writeSync } = await import('node:fs')
  const { createSignalbox } = await import('@signalbox/core')
  const { openSqlite } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))})
  const box = createSignalbox({ store: await openSqlite(${JSON.stringify(path)}) })
  let seed = ${run}
  const chance = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0)
  const mine = box.as({ id: 'ann', kind: 'Developer' }).mine.subscriptions
  for (let n = 0; ; n++) {
    const id = ${JSON.stringify(`api-${run}-`)} + n
    const plan = { id: 'p', status: 'published', approval: 'manual', access_mode_configuration_type: 'apikey' }
    await box.apis.create({ body: { id, name: id, documentation: { plans: [plan] } } })
    await box.apis.patch({ id, body: { state: 'published' } })
    const app = 'app-' + id
    await box.applications.create({ body: { id: app, name: app, members: [{ developer: 'ann', role: 'owner' }] } })
    const body = { owner_ref: app, api_ref: id, plan_ref: 'p' }
    const asked = await Promise.allSettled([mine.create({ body }), mine.create({ body })])
    const of = { id: asked.find(({ value }) => value)?.value.id }
    const acts = [
      () => box.subscriptions.approve(of),
      () => box.subscriptions.refuse({ ...of, reason: 'No' }),
      () => mine.close(of),
      () => mine.rotate({ ...of, body: {} }),
      () => mine.rotate({ ...of, body: {} }),
      () => n % 3 || box.apis.patch({ id, body: [{ op: 'replace', path: '/documentation/plans/0/status', value: 'closed' }] }),
    ].map((act) => ({ act, by: chance() })).sort((a, b) => a.by - b.by)
    writeSync(1, 'decides\\n')
    await Promise.allSettled(acts.map(({ act }) => act()))
    await mine.rotate({ ...of, body: {} }).catch(() => {})
  }`

/** Runs the process until it is killed: after some decisions, and up to 4 ms later. */
async function runKilled(path: string, run: number): Promise<void> {
  const [rounds = 0, chance = 0] = random(2)
  const child = spawn(process.execPath, [...importing, '--input-type=module', '--eval', program(path, run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const ended = once(child, 'exit')
  let left = 1 + (rounds % 8)
  for await (const _ of createInterface({ input: child.stdout }))
    if (--left === 0) setTimeout(() => child.kill('SIGKILL'), chance / 64)
  expect(await ended).toEqual([null, 'SIGKILL'])
}

it(`one decision about a subscription holds, with at most one credential, over ${KILLS} kills`, {
  timeout: 120_000,
}, async () => {
  const path = join(folder, 'killed.db')
  const first = createSignalbox({ store: await openSqlite(path) })
  await first.developers.create({ body: { id: 'ann', name: 'Ann' } })
  await first.close()
  for (let run = 0; run < KILLS; run++) await runKilled(path, run)

  const store = await openSqlite(path)
  const box = createSignalbox({ store })
  const { results } = await box.subscriptions.list({ pageSize: 1000 })
  const { results: credentials } = await box.credentials.list({ pageSize: 1000 })
  expect(new Set(results.map(({ owner_ref }) => owner_ref)).size).toBe(results.length)
  expect(results.length).toBeGreaterThan(KILLS)
  const states = new Map<string, string[]>()
  for await (const { type, key, payload } of store.read({ after: 0 }) as AsyncIterable<ChangeEvent>)
    if (type.startsWith('SUBSCRIPTION_')) {
      const { approval = 'none' } = payload as Subscription
      states.set(key, [...(states.get(key) ?? []), approval])
    }
  for (const { id = '', status, enabled, approval, token_refs = [], dates } of results) {
    const own = credentials.filter((one) => one.subscription_ref === id)
    expect(own.map(({ clientId }) => clientId)).toEqual(token_refs)
    expect(own.length).toBeLessThanOrEqual(approval === 'approved' ? 1 : 0)
    expect(enabled).toBe(approval === 'approved' && status !== 'closed')
    if (approval !== 'waiting' && approval !== 'approved') expect(dates).not.toHaveProperty('started_at')
    if (status === 'closed') for (const one of own) expect(one.enabled).toBe(false)
    // The log tells of one decision: what it says about the approval changes at most once.
    const told = states.get(id)?.filter((one, i, all) => one !== all[i - 1]) ?? []
    expect(told).toEqual(approval === 'waiting' ? ['waiting'] : ['waiting', approval ?? 'none'])
  }
  await box.close()
})
