import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { createSignalbox } from '@signalbox/core'
import { contract, operations } from '@signalbox/core/contract'
import type { Sink } from '@signalbox/core/sinks'
import type { ChangeEvent } from '@signalbox/core/store'
import { openSqlite } from '@signalbox/sql'
import { expect, it, onTestFinished, vi } from 'vitest'
import { scryptPasswords } from '../passwords/scrypt-passwords.ts'
import { exportLines } from '../transfer/export-lines.ts'

const CLIENT = 'unique-client-7c1d'
const USER = 'unique-user-91ab'
const PASSWORD = 'a password of tests'
const MAIL = `${USER}@example.com`

/** Opens a box on a file, with a sink that begins before the first event. */
async function openBox(path: string) {
  const copied: ChangeEvent[] = []
  const sink: Sink = {
    position: async () => copied.at(-1)?._id ?? 0,
    append: async (events) => void copied.push(...events),
    close: async () => {},
  }
  const store = await openSqlite(path)
  const domains = ['Experiment', 'User', 'Config']
  const box = createSignalbox({
    store,
    passwords: scryptPasswords,
    sinks: { copy: { sink, domains } },
    fetch: async () => new Response(),
  })
  const settled = async () => {
    const head = await store.head()
    await vi.waitFor(() => expect(copied.at(-1)?._id).toBe(head), 20_000)
  }
  return { box, copied, settled }
}
type Box = Awaited<ReturnType<typeof openBox>>['box']

/** Lets a client do whatever clients do, and a user write, and be deleted. */
async function leaveTraces(box: Box): Promise<void> {
  const variants = [
    { id: 'A', name: 'A', traffic: 0.5 },
    { id: 'B', name: 'B', traffic: 0.5 },
  ]
  for (const id of ['e', 'f', 'g']) await box.experiments.create({ body: { id, name: id, enabled: true, variants } })
  for (const clientId of ['bob', CLIENT]) {
    const call = { id: 'e', clientId }
    await box.experiments.displayed(call, { idempotencyKey: 'once' })
    await box.experiments.won({ ...call, body: { id: clientId, country: 'CH' } })
    await box.experiments.treeWith({ clientId, pattern: 'f' })
    const record = { kind: 'displayed', experiment: 'g', clientId, idempotencyKey: 'x' } as const
    await box.experiments.record({ body: { records: [record] } })
  }
  await box.webhooks.create({ body: { clientId: 'hook', callbackUrl: 'http://example.com', headers: {} } as never })
  await box.users.create({ body: { id: USER, name: 'Una', email: MAIL, password: PASSWORD, admin: true } })
  await box.login({ body: { userId: USER, password: PASSWORD } })
  const asUser = box.as({ id: USER, name: 'Una', kind: 'User', admin: true })
  await asUser.configs.create({ body: { id: 'c', value: { to: MAIL } } })
  await asUser.configs.delete({ id: 'c' })
  await box.users.delete({ id: USER })
}

/** Calls every operation of the contract that changes nothing, and returns which of them answer one of these texts. */
async function whoAnswers(box: Box, texts: readonly string[]): Promise<string[]> {
  const inputs = { id: 'e', domain: 'Experiment', lastEventId: 0, pattern: '*', domains: 'Experiment,User,Config' }
  const found: string[] = []
  for (const { name, operation, find } of operations(contract)) {
    if (operation.method !== 'GET') continue
    const accepted = { ...operation.params, ...(operation.query as { properties?: object } | undefined)?.properties }
    const given = { ...inputs, clientId: name.at(-1) === 'client' ? CLIENT : 'bob' }
    const input = Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(accepted, key)))
    const answer = await find(box as never)(input).catch((error: unknown) => String(error))
    const text = JSON.stringify(await valuesOf(answer)) ?? ''
    if (texts.some((one) => text.includes(one))) found.push(name.join('.'))
  }
  return found
}

/** The values of a stream, until it is silent; any other answer as it is. */
async function valuesOf(answer: unknown): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return answer
  const values: unknown[] = []
  const iterator = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([iterator.next(), delay(300)])
    if (!next || next.done) break
    values.push(next.value)
  }
  void iterator.return?.()
  return values
}

/** All rows of all tables of a file. */
function contentOf(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true })
  const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  const rows = tables.map(({ name }) => db.prepare(`select * from "${name}"`).all())
  db.close()
  return JSON.stringify(rows)
}

it('an erased client and an erased user are in no answer, file, export or sink afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'signalbox.db')
  const texts = [CLIENT, USER]
  const first = await openBox(path)
  await leaveTraces(first.box)
  await first.settled()
  expect(await whoAnswers(first.box, texts)).toEqual([
    'experiments.exportBindings',
    'experiments.exportEvents',
    'events.stream',
    'events.history',
    'events.exportHistory',
    'events.streamDomain',
  ])
  expect(contentOf(path)).toContain(CLIENT)

  const count = first.copied.length
  await first.box.experiments.eraseClientFromAll({ clientId: CLIENT }, { reason: `Ticket 12 of ${CLIENT}` })
  await first.box.traces.erase({ id: USER }, { reason: `${MAIL} asked for it` })
  await first.settled()
  expect(first.copied.slice(count).map(({ type }) => type)).toEqual([
    ...['e', 'f', 'g'].map(() => 'EXPERIMENT_CLIENT_ERASED'),
    'EXPERIMENT_CLIENT_ERASED',
    'USER_TRACES_ERASED',
  ])
  expect(JSON.stringify(first.copied.slice(count))).not.toMatch(/unique-/)
  await first.box.close()

  const second = await openBox(path)
  await second.settled()
  expect(second.copied).toHaveLength(first.copied.length)
  expect(JSON.stringify(second.copied)).not.toMatch(/unique-/)
  expect(await whoAnswers(second.box, texts)).toEqual([])
  const lines: string[] = []
  for await (const line of exportLines(second.box)) lines.push(line)
  expect(lines.join('\n')).toContain('bob')
  expect(lines.join('\n')).not.toMatch(/unique-/)
  expect(JSON.stringify(await second.box.gatewaySource.snapshot())).not.toMatch(/unique-/)
  await second.box.close()
  expect(contentOf(path)).toContain('bob')
  expect(contentOf(path)).not.toMatch(/unique-/)
})
