import type { Signalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { change, createBox, publish } from '../published.fixture.ts'
import { siteReader } from './read-site.ts'

/** A reader of the APIs of a box, which counts what it reads. */
function counting(box: Signalbox, options: { readonly apis?: string; readonly clock?: () => number } = {}) {
  const counts = { lists: 0, gets: [] as string[] }
  const apis = {
    ...box.apis,
    list: (input: never) => {
      counts.lists++
      return box.apis.list(input)
    },
    get: (input: { id: string }) => {
      counts.gets.push(input.id)
      return box.apis.get(input)
    },
  }
  const read = siteReader({ ...box, apis } as never, {
    ...{ apis: '*', title: 'Developers', clock: () => 0, report: () => {}, ...options },
  })
  async function readBy() {
    counts.lists = 0
    counts.gets = []
    const { site } = await read()
    return { ...counts, names: site.apis.map(({ name }) => name) }
  }
  return { read, readBy }
}

async function setUp() {
  const box = createBox()
  for (const name of ['Billing', 'Orders', 'Shop']) await publish(box, { id: name.toLowerCase(), name })
  return box
}

describe('a reader', () => {
  it('reads all APIs once, and nothing after writes of other records', async () => {
    const box = await setUp()
    const { read, readBy } = counting(box)
    expect(await readBy()).toMatchObject({ lists: 1, gets: ['billing', 'orders', 'shop'] })
    const before = await read()
    for (let i = 0; i < 20; i++) {
      await box.features.create({ body: { id: `f${i}`, enabled: true, activationStrategy: 'NO_STRATEGY' } as never })
      expect(await readBy()).toEqual({ lists: 0, gets: [], names: ['Billing', 'Orders', 'Shop'] })
    }
    expect((await read()).site).toBe(before.site)
  })

  it('reads the APIs that were written, made and deleted, and no others', async () => {
    const box = await setUp()
    const { read, readBy } = counting(box)
    const kept = (await read()).site.apis.find(({ id }) => id === 'shop')
    await change(box, 'billing', { name: 'Invoices' })
    expect(await readBy()).toEqual({ lists: 0, gets: ['billing'], names: ['Invoices', 'Orders', 'Shop'] })
    await box.apis.delete({ id: 'orders' })
    expect(await readBy()).toEqual({ lists: 0, gets: ['orders'], names: ['Invoices', 'Shop'] })
    await publish(box, { id: 'zoo', name: 'Zoo' })
    expect(await readBy()).toEqual({ lists: 0, gets: ['zoo'], names: ['Invoices', 'Shop', 'Zoo'] })
    expect((await read()).site.apis.find(({ id }) => id === 'shop')).toBe(kept)
  })

  it('does not read drafts, and no APIs outside of its pattern', async () => {
    const box = await setUp()
    const { readBy } = counting(box, { apis: 's*' })
    expect((await readBy()).names).toEqual(['Shop'])
    await box.apis.draft.replace({ id: 'shop', body: { name: 'Draft' } })
    await change(box, 'orders', { name: 'Sales' })
    expect(await readBy()).toEqual({ lists: 0, gets: [], names: ['Shop'] })
  })

  it('keeps the digest over writes that nobody sees, and changes it with every other', async () => {
    const box = await setUp()
    const { read } = counting(box)
    const { digest } = await read()
    await box.segments.create({ body: { id: 'a' } })
    expect((await read()).digest).toBe(digest)
    await change(box, 'billing', { description: 'New' })
    expect((await read()).digest).not.toBe(digest)
  })

  it('reads all APIs again after an hour without a request', async () => {
    const box = await setUp()
    let now = 0
    const { readBy } = counting(box, { clock: () => now })
    await readBy()
    await box.segments.create({ body: { id: 'a' } })
    now = 3_600_000
    expect(await readBy()).toMatchObject({ lists: 1 })
  })

  it('reads a document again if the store failed', async () => {
    const box = createBox()
    const sha256 = 'a'.repeat(64)
    await publish(box, {
      documentation: { resources: [{ path: ['api'], url: `/api/apis/billing/documents/${sha256}` }] },
    })
    let document = (): Promise<unknown> => Promise.reject(new Error('The store is down'))
    const apis = { ...box.apis, document: () => document() }
    const read = siteReader({ ...box, apis } as never, {
      ...{ apis: '*', title: 'Developers', clock: () => 0, report: () => {} },
    })
    await expect(read()).rejects.toThrow('The store is down')
    document = async () => ({ openapi: '3.1.0' })
    expect((await read()).site.apis[0]?.openapi).toMatchObject({ openapi: '3.1.0' })
  })
})
