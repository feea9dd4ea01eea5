import { createSignalbox, memoryStore, type Signalbox, type Store } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { demoNames } from './demo-contents.ts'
import { writeRecords } from './fill-demo.ts'
import { type Demo, openDemo } from './open-demo.ts'
import { ACME, BUTTON, CONTENTS, HEADLINE, SHOP } from './shop.ts'

function boxOver(store: Store): Signalbox {
  const box = createSignalbox({ store })
  onTestFinished(() => box.close())
  return box
}

async function openOn(box: Signalbox): Promise<Demo> {
  const demo = await openDemo(box)
  onTestFinished(() => demo.close())
  return demo
}

const resultsOf = async (box: Signalbox) => {
  const found = await Promise.all([BUTTON, HEADLINE].map((id) => box.experiments.results({ id })))
  return found.map(({ results }) => results)
}

async function everythingIn(box: Signalbox): Promise<readonly string[]> {
  const lines: string[] = []
  for (const kind of [box.features, box.segments, box.configs, box.experiments, box.apis, box.subscriptions] as const)
    for await (const record of await kind.export()) lines.push((record as { id: string }).id)
  return lines
}

/** A store whose process is killed at a commit: neither this one nor later ones happen. */
function killedAt(store: Store, commit: number): Store {
  let commits = 0
  return {
    ...store,
    async commit(changes, events) {
      if (++commits >= commit) throw new Error('killed')
      return store.commit(changes, events)
    },
  }
}

async function removeDemo(box: Signalbox): Promise<void> {
  const { value } = await box.configs.get({ id: CONTENTS })
  const { records } = value as { records: readonly { kind: string; id: string }[] }
  await box.commit({ body: { changes: records.map((one) => ({ op: 'delete' as const, ...one })) } })
}

it('fills an empty store with experiments of which one has a winner, and one is open', async () => {
  const box = boxOver(memoryStore())
  expect((await openOn(box)).warnings).toEqual([])
  const [[a, b] = [], [, open] = []] = await resultsOf(box)
  expect(a!.users + b!.users).toBe(900)
  expect(b!.sequential!.interval[0]).toBeGreaterThan(0)
  expect(open).toMatchObject({ enough: false })
  const { sampleRatioMismatch, series } = await box.experiments.results({ id: BUTTON })
  expect(sampleRatioMismatch.alarm).toBe(false)
  const days = new Set(series.map(({ hour }) => String(hour).slice(0, 10)))
  expect(days.size).toBeGreaterThan(14)
  expect(box.isActive('demo:search:suggestions', { id: 'zoe', plan: 'beta' })).toBe(true)
  expect(await box.configs.get({ id: 'demo:checkout:limits' })).toMatchObject({ value: { items: 20 } })
})

it('was published, and its consumer is a client of the API with a credential', async () => {
  const box = boxOver(memoryStore())
  await openOn(box)
  expect((await box.apis.deployments.list({ id: SHOP })).results).toMatchObject([{ version: '1.0.0' }])
  expect((await box.apis.get({ id: SHOP })).state).toBe('published')
  expect((await box.subscriptions.credentials({ id: ACME })).results).toMatchObject([{ enabled: true }])
  const pointers = (await box.apis.lint({ id: SHOP })).problems.map(({ pointer }) => pointer)
  expect(pointers.filter((pointer) => pointer !== '/domain')).toEqual([])
  const deployments = async () => (await box.apis.deployments.list({ id: SHOP })).results.length
  await openOn(box)
  expect(await deployments()).toBe(1)
})

it('is whole after any commit at which its process was killed and another one was started', async () => {
  let isKilled = true
  let kills = 0
  const ids = await (async () => {
    const box = boxOver(memoryStore())
    await openOn(box)
    return everythingIn(box)
  })()
  for (let commit = 1; isKilled; commit += commit < 4 ? 1 : 7) {
    const store = memoryStore()
    isKilled = await openOn(boxOver(killedAt(store, commit))).then(
      () => false,
      () => true,
    )
    kills += isKilled ? 1 : 0
    const box = boxOver(store)
    expect((await everythingIn(box)).length).toBe(commit === 1 ? 0 : ids.length)
    await openOn(box)
    expect(await everythingIn(box)).toEqual(ids)
    const [button = [], headline = []] = await resultsOf(box)
    expect(
      [...button, ...headline].map(({ users, displayed, converted, won }) => [users, converted, displayed, won]),
    ).toEqual([button, headline].flatMap((list) => list.map(({ displayed, won }) => [displayed, won, displayed, won])))
    expect(button[0]!.users + button[1]!.users).toBe(900)
  }
  expect(kills).toBeGreaterThan(3)
})

it('leaves a store with records of others as it is, and says so', async () => {
  const box = boxOver(memoryStore())
  await box.configs.create({ body: { id: 'own', value: 1 } })
  expect((await openOn(box)).warnings).toEqual([
    expect.stringContaining('There is no demo, because the store has records'),
  ])
  expect(await everythingIn(box)).toEqual(['own'])
})

it.each<[string, unknown]>([
  ['no date', { records: demoNames }],
  ['no object', null],
  ['records that are no objects', { at: Date.UTC(2026, 0), records: [null] }],
  ['the list of a demo that never was', { at: Date.UTC(2026, 0), records: demoNames }],
])('leaves a store whose list of the demo is by others as it is, and says so: %s', async (_, value) => {
  for (const own of [[], ['real:x'], demoNames.flatMap(({ kind, id }) => (kind === 'features' ? [id] : []))]) {
    const box = boxOver(memoryStore())
    for (const id of own) await box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await box.configs.create({ body: { id: CONTENTS, value: value as never } })
    const before = (await box.events.history({ limit: 1 })).results[0]?._id
    expect((await openOn(box)).warnings).toEqual([
      expect.stringContaining('There is no demo, because the store has records'),
    ])
    expect((await box.events.history({ limit: 1 })).results[0]?._id).toBe(before)
  }
})

it.each([
  ['after it was open', async (box: Signalbox) => void (await openOn(box))],
  ['before its history was written', (box: Signalbox) => writeRecords(box, { port: 1, now: Date.now() })],
])('opens again if records of it were deleted %s', async (_, begin) => {
  const box = boxOver(memoryStore())
  await begin(box)
  for (const id of [HEADLINE, BUTTON]) await box.experiments.delete({ id })
  await box.features.delete({ id: 'demo:sale' })
  expect((await openOn(box)).warnings).toEqual([])
  expect(await everythingIn(box)).not.toContain(HEADLINE)
})

it('is removed in one commit, and does not take what others added', async () => {
  const store = memoryStore()
  const box = boxOver(store)
  await openOn(box)
  await box.features.create({ body: { id: 'demo:own', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  await removeDemo(box)
  expect(await everythingIn(box)).toEqual(['demo:own'])
  const left = ['experiment-tallies', 'experiment-clients', 'experiment-events', 'experiment-hours', 'credentials']
  await expect.poll(() => Promise.all(left.map((collection) => store.count(collection)))).toEqual(left.map(() => 0))
})

it('is not removed while a record of a user refers to it: the failure names that record', async () => {
  const box = boxOver(memoryStore())
  await openOn(box)
  const rules = [{ when: { segment: 'demo:testers' } }]
  await box.features.create({
    body: { id: 'own', enabled: true, activationStrategy: 'RULES', parameters: { rules } },
  })
  const before = await everythingIn(box)
  await expect(removeDemo(box)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('own') })
  expect(await everythingIn(box)).toEqual(before)
})

it('keeps the port of its backend over restarts, takes another one if it is in use, and ends with its API', async () => {
  const box = boxOver(memoryStore())
  const portNow = async () => {
    const { results } = await box.backends.list({})
    return results.find(({ id }) => id === SHOP)?.backend?.targets?.[0]?.port
  }
  const answers = async (port: number | undefined) =>
    fetch(`http://127.0.0.1:${port}/products`).then(
      ({ status }) => status,
      () => 'nothing',
    )
  const first = await openOn(box)
  const port = await portNow()
  expect(await answers(port)).toBe(200)
  const second = await openOn(box)
  const other = await portNow()
  expect(other).not.toBe(port)
  for (const one of [first, second]) one.close()
  await openOn(box)
  expect(await portNow()).toBe(other)
  await removeDemo(box)
  await expect.poll(() => answers(other)).toBe('nothing')
})
