import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import type { Store } from '../../ports.ts'
import { createSignalbox } from '../../signalbox.ts'
import { all, boxWith, experiment } from '../experiments.fixture.ts'

const nothing = { experiments: 0, events: 0, logged: 0 }

describe('erasing a client', () => {
  it('needs the right to update the experiment, and from all experiments an admin', async () => {
    const { box } = await boxWith(['shop:e', 'site:e'])
    await box.experiments.displayed({ id: 'shop:e', clientId: 'ann' })
    const grants = (rights: string) => box.as({ id: 'x', authorizedPatterns: [{ pattern: 'shop:*', rights }] as never })
    const refused = { code: 'FORBIDDEN' }
    const [reader, writer] = [grants('R'), grants('U')]
    await expect(reader.experiments.eraseClient({ id: 'shop:e', clientId: 'ann' })).rejects.toMatchObject(refused)
    await expect(writer.experiments.eraseClient({ id: 'site:e', clientId: 'ann' })).rejects.toMatchObject(refused)
    await expect(writer.experiments.eraseClientFromAll({ clientId: 'ann' })).rejects.toMatchObject(refused)
    await expect(writer.experiments.client({ clientId: 'ann' })).rejects.toMatchObject(refused)
    await expect(writer.traces.erase({ id: 'ann' })).rejects.toMatchObject(refused)
    expect(await writer.experiments.eraseClient({ id: 'shop:e', clientId: 'ann' })).toMatchObject({ experiments: 1 })
    const admin = box.as({ id: 'y', admin: true })
    expect(await admin.experiments.eraseClientFromAll({ clientId: 'ann' })).toEqual(nothing)
  })

  it('fails before it begins on a store whose log cannot be rewritten', async () => {
    const { rewrite: _, ...store } = memoryStore()
    const { box } = await boxWith(['e'], { store })
    await box.experiments.displayed({ id: 'e', clientId: 'ann' })
    for (const call of [
      () => box.experiments.eraseClient({ id: 'e', clientId: 'ann' }),
      () => box.experiments.eraseClientFromAll({ clientId: 'ann' }),
      () => box.traces.erase({ id: 'zoe' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'CONFLICT', errors: [{ message: 'error.store.log' }] })
    expect(await all(await box.experiments.exportEvents())).toHaveLength(1)
  })

  it('that is interrupted is finished by the next process, or by the next erasure', async () => {
    const memory = memoryStore()
    let commits = Number.POSITIVE_INFINITY
    const store: Store = {
      ...memory,
      async commit(...args) {
        if (commits-- <= 0) throw new Error('The disk is full')
        return memory.commit(...args)
      },
    }
    const ids = ['e', 'f', 'g']
    for (const begun of [1, 2, 3, 4]) {
      const { box } = await boxWith([], { store, report: () => {} })
      for (const id of ids) await box.experiments.create({ body: experiment(id) })
      for (const id of ids) for (const clientId of ['ann', 'bob']) await box.experiments.displayed({ id, clientId })
      commits = begun
      await expect(box.experiments.eraseClientFromAll({ clientId: 'ann' })).rejects.toThrow('The disk is full')
      commits = Number.POSITIVE_INFINITY
      const next = begun % 2 ? box : createSignalbox({ store })
      if (begun % 2) await next.experiments.eraseClient({ id: 'e', clientId: 'carol' })
      else await next.experiments.count()
      await vi.waitFor(async () => expect(await memory.count('experiment-erasures')).toBe(0))
      expect(await next.experiments.client({ clientId: 'ann' })).toEqual({ results: [] })
      const log = JSON.stringify(await all(memory.read({ after: 0 })))
      expect(log).not.toContain('"ann"')
      expect(log).toContain('"bob"')
      await next.experiments.deleteMany({ pattern: '*' })
    }
  })

  it('is not the author of its own erasure afterwards', async () => {
    const { box } = await boxWith(['e'])
    const api = box.as({ id: 'ann', name: 'Ann', admin: true })
    await api.experiments.displayed({ id: 'e', clientId: 'ann' })
    await api.experiments.eraseClientFromAll({ clientId: 'ann' })
    const { results } = await box.events.history()
    expect(results.map(({ authInfo }) => authInfo?.id)).toEqual([...Array(4).fill('[erased]'), 'signalbox'])
  })

  it('wins against calls of another process, or loses to them, and counts each event once', async () => {
    const store = memoryStore()
    const { box } = await boxWith(['e'], { store })
    const other = createSignalbox({ store })
    for (let round = 0; round < 10; round++) {
      const displays = Array.from({ length: 20 }, (_, n) =>
        other.experiments.displayed({ id: 'e', clientId: `c${n % 5}` }),
      )
      const erasures = ['c0', 'c1', 'c2'].map((clientId) => box.experiments.eraseClient({ id: 'e', clientId }))
      await Promise.all([...displays, ...erasures])
      const events = await all(await box.experiments.exportEvents())
      const { results } = await other.experiments.results({ id: 'e' })
      expect(results.reduce((sum, one) => sum + one.displayed, 0)).toBe(events.length)
      const bound = results.reduce((sum, { variant }) => sum + (variant.currentPopulation ?? 0), 0)
      expect(bound).toBe((await all(await box.experiments.exportBindings())).length)
      expect(bound).toBe(new Set(events.map(({ clientId }) => clientId)).size)
    }
  })
})
