import type { ChangeEvent } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import type { ApiTest } from '../api-test.ts'
import { begin } from '../flags/experiments.ts'

/** An id that has to be escaped in paths, patterns and JSON. */
const ANN = 'ann:ä/"*"%2F@example.com'

/** Records displays and wins of clients in the experiments `e` and `f`. */
async function play(api: SignalboxApi, ...clients: readonly string[]): Promise<void> {
  for (const clientId of clients) {
    await api.experiments.displayed({ id: 'e', clientId }, { idempotencyKey: 'once' })
    await api.experiments.won({ id: 'e', clientId })
    await api.experiments.bindVariant({ id: 'f', clientId })
  }
}

/** Everything that experiments and the event log answer. */
async function everything(api: SignalboxApi): Promise<string> {
  const found: unknown[] = [await api.experiments.list(), await api.experiments.summary()]
  for (const id of ['e', 'f']) found.push(await api.experiments.results({ id }))
  found.push(await collect(await api.experiments.exportBindings()))
  found.push(await collect(await api.experiments.exportEvents()))
  found.push(await collect(await api.experiments.exportPhases()))
  found.push(await logOf(api))
  return JSON.stringify(found)
}

const logOf = async (api: SignalboxApi, domains = 'Experiment'): Promise<ChangeEvent[]> =>
  collect(await api.events.exportHistory({ domains }))
const named = (events: readonly ChangeEvent[]) => events.map(({ type, key }) => `${type} ${key}`)

/** Erases clients of experiments. */
export function describeErasure(test: ApiTest): void {
  describe('erasing a client', () => {
    test('from one experiment leaves the others as they were', async ({ api }) => {
      await begin(api, 'e', 'f')
      await play(api, 'bob')
      const [e, f] = await Promise.all(['e', 'f'].map((id) => api.experiments.results({ id })))
      await play(api, ANN)
      expect(await api.experiments.eraseClient({ id: 'e', clientId: ANN })).toEqual({
        experiments: 1,
        events: 2,
        logged: 3,
      })
      expect(await api.experiments.results({ id: 'e' })).toEqual(e)
      expect(await api.experiments.results({ id: 'f' })).not.toEqual(f)
      await expect(api.experiments.variant({ id: 'e', clientId: ANN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await api.experiments.variant({ id: 'f', clientId: ANN })).toMatchObject({ currentPopulation: 1 })
      expect(await api.experiments.client({ clientId: ANN })).toMatchObject({
        results: [{ experiment: 'f', events: 0 }],
      })
    })

    test('from all experiments leaves no trace of it, in the log neither', async ({ api }) => {
      await begin(api, 'e', 'f')
      await play(api, 'bob', ANN)
      expect((await api.experiments.client({ clientId: ANN })).results).toMatchObject([
        { experiment: 'e', variant: 'B', events: 2 },
        { experiment: 'f', variant: 'B', events: 0 },
      ])
      await api.experiments.delete({ id: 'f' })
      await api.experiments.create({
        body: { id: 'f', name: 'f', enabled: true, variants: [{ id: 'A', name: 'A', traffic: 1 }] },
      })
      const before = await logOf(api)
      expect(await api.experiments.eraseClientFromAll({ clientId: ANN }, { reason: `${ANN} asked for it` })).toEqual({
        experiments: 1,
        events: 2,
        logged: 4,
      })
      expect(await api.experiments.client({ clientId: ANN })).toEqual({ results: [] })
      expect(await everything(api)).not.toContain(JSON.stringify(ANN).slice(1, -1))
      const after = await logOf(api)
      expect(after.slice(0, before.length).map(({ _id, type, timestamp }) => [_id, type, timestamp])).toEqual(
        before.map(({ _id, type, timestamp }) => [_id, type, timestamp]),
      )
      expect(named(after.slice(before.length))).toEqual(['EXPERIMENT_CLIENT_ERASED e', 'EXPERIMENT_CLIENT_ERASED *'])
      expect(after.at(-1)).toMatchObject({ reason: '[erased] asked for it' })
    })

    test('is an event from which those who have the id can tell it', async ({ api }) => {
      await begin(api, 'e', 'f')
      await play(api, ANN)
      await api.experiments.eraseClient({ id: 'e', clientId: ANN })
      const { payload, key } = (await logOf(api)).at(-1) as ChangeEvent
      const { experimentId, salt, digest } = payload as Record<'experimentId' | 'salt' | 'digest', string>
      expect([key, experimentId]).toEqual(['e', 'e'])
      expect(digest).toBe(await hmac(salt, ANN))
    })

    test('that is not known erases nothing, and neither does a second erasure', async ({ api }) => {
      await begin(api, 'e', 'f')
      await play(api, 'bob', ANN)
      const nothing = { experiments: 0, events: 0, logged: 0 }
      expect(await api.experiments.eraseClient({ id: 'e', clientId: 'carol' })).toEqual(nothing)
      expect(await api.experiments.eraseClientFromAll({ clientId: 'carol' })).toEqual(nothing)
      expect(await api.experiments.eraseClientFromAll({ clientId: ANN })).toMatchObject({ experiments: 2 })
      const once = await everything(api)
      expect(await api.experiments.eraseClientFromAll({ clientId: ANN })).toEqual(nothing)
      expect(await api.experiments.eraseClient({ id: 'e', clientId: ANN })).toEqual(nothing)
      expect((await everything(api)).slice(0, once.length - 2)).toBe(once.slice(0, -2)) // only two events more
      await expect(api.experiments.eraseClient({ id: 'x', clientId: ANN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('takes clients with similar ids for others', async ({ api }) => {
      const others = ['anna', 'an', 'Ann', 'ann:won', 'ann:displayed:1', '*', 'ann/', '[erased]']
      await begin(api, 'e', 'f')
      await play(api, ...others)
      const before = await api.experiments.results({ id: 'e' })
      await play(api, 'ann')
      expect(await api.experiments.eraseClientFromAll({ clientId: 'ann' })).toMatchObject({ experiments: 2, events: 2 })
      expect(await api.experiments.results({ id: 'e' })).toEqual(before)
      const bindings = await collect(await api.experiments.exportBindings())
      expect(bindings).toHaveLength(2 * others.length)
    })

    test('erases uploaded events whose ids do not tell it, and none of others whose ids name it', async ({ api }) => {
      await begin(api, 'e', 'f')
      const line = (id: string, clientId: string, variantId = 'A') => ({
        ...{ id, experimentId: 'e', clientId, variantId, date: '2026-01-01T05:00:00.000', transformation: 0 },
        variant: { id: variantId, name: variantId, traffic: 0.5 },
        '@type': 'VariantDisplayedEvent' as const,
      })
      await api.experiments.importEvents({ body: [line('e:1', 'bob'), line('e:A:ann:displayed:7', 'bob', 'B')] })
      const before = await api.experiments.results({ id: 'e' })
      await api.experiments.importEvents({ body: [line('e:2', 'ann'), line('e:A:bob:displayed:9', 'ann')] })
      expect(await api.experiments.eraseClient({ id: 'e', clientId: 'ann' })).toMatchObject({ events: 2 })
      expect(await api.experiments.results({ id: 'e' })).toEqual(before)
      expect(await collect(await api.experiments.exportEvents())).toHaveLength(2)
    })

    test('lets it come back as a new client', async ({ api }) => {
      await begin(api, 'e', 'f')
      await play(api, ANN)
      const before = await api.experiments.results({ id: 'e' })
      await api.experiments.eraseClientFromAll({ clientId: ANN })
      await play(api, ANN)
      expect(await api.experiments.results({ id: 'e' })).toEqual(before)
      const keys = (await logOf(api)).slice(-3).map(({ key }) => key)
      for (const key of keys) expect(key).toContain(ANN)
    })

    test('during its calls is before or after each of them', async ({ api }) => {
      await begin(api, 'e', 'f')
      await play(api, 'bob')
      const empty = await api.experiments.results({ id: 'e' })
      const displays = Array.from({ length: 10 }, () => api.experiments.displayed({ id: 'e', clientId: ANN }))
      const [erased] = await Promise.all([api.experiments.eraseClient({ id: 'e', clientId: ANN }), ...displays])
      const { results } = await api.experiments.results({ id: 'e' })
      const displayed = results.reduce((sum, one) => sum + one.displayed, 0)
      expect(displayed).toBe(1 + 10 - erased.events)
      await api.experiments.eraseClient({ id: 'e', clientId: ANN })
      expect(await api.experiments.results({ id: 'e' })).toEqual(empty)
    })
  })
}

/** Erases what users leave in the log. */
export function describeTraces(test: ApiTest): void {
  describe('erasing the traces of a user', () => {
    const zoe = { id: 'zoe', name: 'Zoë Zed', email: 'zoe@example.com', admin: true }

    test('replaces the user in the log by a mark, and nobody else', async ({ api }) => {
      await api.users.create({ body: { ...zoe, id: 'other', email: 'other@example.com' } })
      await api.users.create({ body: zoe })
      await api.users.patch({ id: 'zoe', body: { email: 'zed@example.com' } })
      await api.configs.create({ body: { id: 'zoe', value: { zoe: 'zoe', to: ['zoe@example.com'] } } })
      await api.users.delete({ id: 'zoe' }, { reason: 'zed@example.com has left' })
      const before = await logOf(api, 'User,Config')
      expect(await api.traces.erase({ id: 'zoe' })).toEqual({ logged: 4 })
      const after = await logOf(api, 'User,Config')
      expect(JSON.stringify(after)).not.toMatch(/ze?[od]e?@/)
      expect(after.slice(0, -1).map(({ _id, type }) => [_id, type])).toEqual(before.map(({ _id, type }) => [_id, type]))
      expect(after[0]).toEqual(before[0]) // of another user
      const mark = '[erased]'
      expect(after[1]).toMatchObject({ key: mark, payload: { id: mark, name: mark, email: mark, admin: true } })
      expect(after[3]).toMatchObject({ key: 'zoe', payload: { id: 'zoe', value: { zoe: 'zoe', to: [mark] } } })
      expect(after[4]).toMatchObject({ key: mark, reason: `${mark} has left` })
      expect(after[5]).toMatchObject({ type: 'USER_TRACES_ERASED', payload: { digest: expect.any(String) } })
      expect(await api.traces.erase({ id: 'zoe' })).toEqual({ logged: 0 })
    })

    test('needs the user to be deleted first', async ({ api }) => {
      await api.users.create({ body: zoe })
      await expect(api.traces.erase({ id: 'zoe' })).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await api.traces.erase({ id: 'nobody' })).toEqual({ logged: 0 })
    })
  })
}

async function hmac(salt: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(salt), algorithm, false, ['sign'])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, encoder.encode(text))).toString('hex')
}
