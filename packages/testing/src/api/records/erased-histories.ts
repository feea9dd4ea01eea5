import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { seededRandom } from '../../seeded-random.ts'
import type { ApiTest } from '../api-test.ts'

const HISTORIES = 8
const STEPS = 60
/** Both have the same history, but some clients are only in the first one, and then erased. */
const [whole, rest] = ['with:them', 'without']
const clients = ['a', 'b', 'c', 'ann', 'ann:x', 'bob']
const erased = new Set(['a', 'ann', 'c'])

type Variants = readonly { id: string; name: string; traffic: number }[]

const toVariants = (traffic: Readonly<Record<string, number>>): Variants =>
  Object.entries(traffic).map(([id, share]) => ({ id, name: id, traffic: share }))
const divisions = [{ A: 0.5, B: 0.5 }, { A: 0.2, B: 0.8 }, { A: 1 }, { A: 0.2, B: 0.3, C: 0.5 }].map(toVariants)

/** What an experiment answers, without its id. */
async function answersOf(api: SignalboxApi, id: string): Promise<unknown> {
  const results = await api.experiments.results({ id })
  const { results: summaries } = await api.experiments.summary()
  const phases = await collect(await api.experiments.exportPhases({ pattern: id }))
  const bindings = await collect(await api.experiments.exportBindings({ pattern: id }))
  const events = await collect(await api.experiments.exportEvents({ pattern: id }))
  const seen = events
    .map(({ clientId, variantId, date, '@type': type }) => [clientId, variantId, date, type].join())
    .sort()
  const all = { results, summary: summaries.find((one) => one.id === id), phases, bindings, seen }
  return JSON.parse(JSON.stringify(all).replaceAll(id, 'id'))
}

/** Plays a random history: clients come, win, are uploaded, and variants change, are removed and come back. */
async function play(api: SignalboxApi, dice: (sides: number) => number, advance: (ms: number) => void): Promise<void> {
  for (let n = 0; n < STEPS; n++) {
    advance(dice(4) * 20 * 60_000)
    const clientId = clients[dice(clients.length)] as string
    const step = dice(12)
    if (step === 0) await divide(api, divisions[dice(divisions.length)] as Variants)
    else if (step === 1) await upload(api, clientId, n)
    else if (step === 2) await move(api, clientId, dice)
    else await record(api, clientId, (['displayed', 'won', 'bound'] as const)[dice(3)] as 'displayed')
  }
}

async function divide(api: SignalboxApi, variants: Variants): Promise<void> {
  for (const id of [whole, rest]) {
    const body = { id, name: 'id', enabled: true, variants: [...variants] }
    await api.experiments.replace({ id, body, force: true })
  }
}

/** Records a call on both experiments. The second one gets the variant that the first one has chosen. */
async function record(api: SignalboxApi, clientId: string, kind: 'displayed' | 'won' | 'bound'): Promise<void> {
  const call = (id: string) => api.experiments.record({ body: { records: [{ kind, experiment: id, clientId }] } })
  const [recorded] = (await call(whole)).results
  if (erased.has(clientId)) return
  await bind(api, rest, { clientId, variantId: recorded?.variant as string })
  expect((await call(rest)).results).toEqual([recorded])
}

async function bind(api: SignalboxApi, experimentId: string, { clientId, variantId }: Record<string, string>) {
  const line = { variantBindingKey: `${experimentId}:${clientId}`, experimentId, clientId, variantId } as const
  expect(await api.experiments.importBindings({ body: [line as never] })).toMatchObject({ errors: { errors: [] } })
}

/** Uploads an event of a variant to which the client need not be bound. */
async function upload(api: SignalboxApi, clientId: string, n: number): Promise<void> {
  for (const id of erased.has(clientId) ? [whole] : [whole, rest])
    await api.experiments.importEvents({
      body: [
        {
          ...{ id: `${id}:uploaded:${n}`, experimentId: id, clientId, variantId: 'A', transformation: 0 },
          ...{ variant: { id: 'A', name: 'A', traffic: 0.5 }, date: `2026-01-01T0${n % 10}:00:00.000` },
          '@type': n % 2 ? 'VariantWonEvent' : 'VariantDisplayedEvent',
        },
      ],
    })
}

/** Binds a client to another variant. */
async function move(api: SignalboxApi, clientId: string, dice: (sides: number) => number): Promise<void> {
  const { variants } = await api.experiments.get({ id: whole })
  const { id: variantId } = variants[dice(variants.length)]!
  for (const id of erased.has(clientId) ? [whole] : [whole, rest]) await bind(api, id, { clientId, variantId })
}

/** Erased clients leave what there would be without them, to the last digit. */
export function describeErasedHistories(test: ApiTest): void {
  describe('an experiment from which clients were erased', () => {
    test.for(Array.from({ length: HISTORIES }, (_, seed) => seed))(
      'answers as one that never had them, after the random history %i',
      async (seed, { api, clock }) => {
        const random = seededRandom(seed + 1)
        const dice = (sides: number) => (random(1)[0] as number) % sides
        for (const id of [whole, rest])
          await api.experiments.create({ body: { id, name: 'id', enabled: true, variants: [...divisions[0]!] } })
        await play(api, dice, clock.advance)
        for (const clientId of erased) {
          if (dice(2)) await api.experiments.eraseClient({ id: whole, clientId })
          else await api.experiments.eraseClientFromAll({ clientId })
        }
        expect(await answersOf(api, whole)).toEqual(await answersOf(api, rest))
        // And so they remain.
        await play(api, (sides) => dice(sides), clock.advance)
        for (const clientId of erased) await api.experiments.eraseClientFromAll({ clientId })
        expect(await answersOf(api, whole)).toEqual(await answersOf(api, rest))
        for (const clientId of clients) await api.experiments.eraseClientFromAll({ clientId })
        expect(await collect(await api.experiments.exportPhases())).toEqual([])
      },
    )
  })
}
