import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import type { GatewaySource, GatewayUnit } from '@signalbox/core/gateway'
import { openSqlite } from '@signalbox/sql'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo } from '../fixtures/backend.fixture.ts'

type Kept = Map<string, unknown>

function apply(units: Iterable<GatewayUnit>, kept: Kept): number {
  let revision = 0
  for (const unit of units) {
    revision = unit.revision
    if (unit.kind === 'end') continue
    if (unit.value) kept.set(`${unit.kind} ${unit.key}`, unit.value)
    else kept.delete(`${unit.kind} ${unit.key}`)
  }
  return revision
}

async function snapshotOf(source: GatewaySource) {
  const kept: Kept = new Map()
  const units: GatewayUnit[] = []
  for await (const unit of source.snapshot()) units.push(unit)
  return { kept, revision: apply(units, kept) }
}

/** Two boxes on one SQLite file, as two processes have them. */
async function twoBoxes() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  const stores = await Promise.all([1, 2].map(() => openSqlite(join(folder, 'store.db'))))
  const boxes = stores.map((store) => createSignalbox({ store }))
  onTestFinished(async () => {
    await Promise.all(boxes.map((box) => box.close()))
    await rm(folder, { recursive: true })
  })
  return { store: stores[0]!, box: boxes[0]!, other: boxes[1]! }
}

const backend = (hostname: string) => ({ backend: { targets: [{ hostname }] } })

/** The life of an API and a backend, some of whose writes fail because of the other writer. */
const lifeOf = (id: string): readonly ((box: Signalbox) => Promise<unknown>)[] => [
  (box) => box.apis.create({ body: { ...apiTo(1), id } }),
  (box) => box.backends.create({ body: { id: 'search', name: 'Search', ...backend(`${id}.test`) } }),
  (box) => box.apis.deployments.create({ id, body: {} }),
  (box) => box.apis.patch({ id: 'shared', body: { description: `by ${id}` } }),
  (box) => box.apis.draft.patch({ id: 'shared', body: { description: `drafted by ${id}` } }),
  (box) => box.apis.deployments.create({ id: 'shared', body: {}, force: true }),
  (box) => box.backends.patch({ id: 'search', body: backend(`${id}-2.test`) }),
  (box) => box.errorTemplates.create({ body: { serviceId: id, template50x: 'Oh' } }),
  (box) => box.backends.delete({ id: 'search' }),
  (box) => box.apis.delete({ id: id === 'one' ? 'one' : 'shared' }),
]

describe('on SQLite, with two processes', () => {
  it('a data plane of one has what both wrote', async () => {
    const { store, box, other } = await twoBoxes()
    await box.apis.create({ body: { ...apiTo(1), id: 'shared' } })
    const { kept, revision } = await snapshotOf(box.gatewaySource)
    const changes = box.gatewaySource.changes(revision)[Symbol.asyncIterator]()
    const write = async (by: Signalbox, id: string) => {
      for (const step of lifeOf(id)) await step(by).catch(() => {})
    }
    const writing = Promise.all([write(box, 'one'), write(other, 'two')])
    let reached = revision
    async function follow() {
      const { value } = await changes.next()
      reached = apply(value ?? [], kept)
    }
    await follow()
    await writing
    for (const head = await store.head(); reached < head; ) await follow()
    await changes.return?.()
    expect(kept).toEqual((await snapshotOf(other.gatewaySource)).kept)
    expect([...kept.keys()].sort()).toEqual(['api two', 'error-template one', 'error-template two'])
  })
})
