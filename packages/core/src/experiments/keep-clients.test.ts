import { describe, expect, it, vi } from 'vitest'
import { createSignalbox, memoryStore } from '../index.ts'
import { manualTime } from '../webhooks/webhooks.fixture.ts'
import { all, experiment } from './experiments.fixture.ts'

const HOUR = 60 * 60_000

/** A box with an experiment that three clients saw, one of them ended. */
async function boxWithClients(days: number | undefined) {
  const time = manualTime()
  const store = memoryStore({ clock: time.clock })
  const options = { store, clock: time.clock, wait: time.wait }
  const box = createSignalbox({ ...options, ...(days !== undefined && { experimentRetentionDays: days }) })
  /** Waits until the duty has ended at this time. */
  const isDone = async () => {
    if (days === undefined) return
    await vi.waitFor(() => expect(box.duties.list()).toMatchObject([{ done: time.clock() }]), {
      interval: 1,
      timeout: 20_000,
    })
  }
  await isDone()
  for (const id of ['ended', 'running']) {
    await box.experiments.create({ body: experiment(id) })
    for (const clientId of ['a', 'b', 'c']) await box.experiments.displayed({ id, clientId }, { idempotencyKey: 'k' })
  }
  await box.experiments.replace({ id: 'ended', body: experiment('ended', 0.5, false) })
  const stored = async () => {
    const found: string[] = []
    for (const name of ['clients', 'events', 'answers'])
      for await (const { key } of store.scan(`experiment-${name}`)) found.push(key.split('/')[0] as string)
    return {
      ended: found.filter((id) => id === 'ended').length,
      running: found.filter((id) => id === 'running').length,
    }
  }
  /** Lets days pass, hour by hour: the duty runs in each. */
  const pass = async (count: number) => {
    for (let hours = 0; hours < count * 24; hours++) {
      await time.advance(HOUR)
      await isDone()
    }
  }
  return { box, stored, pass }
}

describe('experimentRetentionDays', () => {
  it('deletes bindings and events of experiments that are disabled for so long, and keeps the results', async () => {
    const { box, stored, pass } = await boxWithClients(2)
    const before = await box.experiments.results({ id: 'ended' })
    await pass(2)
    expect(await stored()).toEqual({ ended: 9, running: 9 })
    await pass(0.1)
    expect(await stored()).toEqual({ ended: 0, running: 9 })
    expect({ ...(await box.experiments.results({ id: 'ended' })), sampleSize: 0 }).toEqual({ ...before, sampleSize: 0 })
    expect(await all(await box.experiments.exportBindings({ pattern: 'ended' }))).toEqual([])
    const { results } = await box.events.history({ limit: 1, domains: 'Experiment' })
    expect(results).toMatchObject([{ type: 'EXPERIMENT_VARIANT_EVENT_DELETED', payload: { count: 3 } }])
    expect(box.duties.list()).toMatchObject([{ name: 'experiment-retention', failures: 0, done: expect.any(Number) }])
    await box.close()
  })

  it('counts anew for an experiment that was enabled in between', async () => {
    const { box, stored, pass } = await boxWithClients(2)
    await pass(1.5)
    await box.experiments.patch({ id: 'ended', body: { enabled: true } })
    await pass(0.2)
    await box.experiments.patch({ id: 'ended', body: { enabled: false } })
    await pass(1.5)
    expect(await stored()).toEqual({ ended: 9, running: 9 })
    await pass(1)
    expect(await stored()).toMatchObject({ ended: 0 })
    await box.close()
  })

  it('binds a client that comes back as a new one', async () => {
    const { box, pass } = await boxWithClients(1)
    await pass(1.1)
    await box.experiments.patch({ id: 'ended', body: { enabled: true } })
    await box.experiments.displayed({ id: 'ended', clientId: 'a' })
    await box.experiments.won({ id: 'ended', clientId: 'a' })
    expect(await all(await box.experiments.exportEvents({ pattern: 'ended' }))).toHaveLength(2)
    await box.close()
  })

  it('keeps them for ever by default', async () => {
    const { box, stored, pass } = await boxWithClients(undefined)
    await pass(5)
    expect(await stored()).toEqual({ ended: 9, running: 9 })
    expect(box.duties.list()).toEqual([])
    await box.close()
  })
})
