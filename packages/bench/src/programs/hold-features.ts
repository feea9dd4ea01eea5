/**
 * Measures the heap bytes per feature: `hand-written`, `started` (an instance over a store without data, so that only its
 * live index counts), `index` (the same after each feature was checked), `index-distinct` (the same, with lists that have no
 * customer in common), `whole` (an instance with the memory store and
 * its log), `live` (the flags of an application, after each was checked), `live-distinct` (the same, with lists that have
 * no customer in common), or the SDK of another project. Optionally for one kind of feature only. `typed-configs` and `ruled-configs` measure
 * configs in `live`.
 */
import { live } from '@signalbox/client'
import { rules } from '@signalbox/client/rules'
import { createSignalbox } from '@signalbox/core'
import { flagd } from '../candidates/flagd.ts'
import { growthBook } from '../candidates/growthbook.ts'
import { handWritten } from '../candidates/hand-written.ts'
import { unleash } from '../candidates/unleash.ts'
import { answerWith } from '../child.ts'
import { generatingStore } from '../generating-store.ts'
import { kinds, type MixedFeature, manyUsers, mixedFeature } from '../workload.ts'

const [what = 'index', kind] = process.argv.slice(2)
const place = (kinds as readonly (string | undefined)[]).indexOf(kind)
const users = manyUsers(1000)

/** Creates a feature with texts of its own. */
const toFeature = (number: number): MixedFeature =>
  JSON.parse(JSON.stringify(mixedFeature(place < 0 ? number : number * kinds.length + place, users)))

const manyFeatures = (count: number) => Array.from({ length: count }, (_, number) => toFeature(number))

const rule = '{"when":{"attribute":"country","operator":"is","value":"FR"},"value":1}'

/** Holds typed numbers and evaluates each. What they take is beside their values, for which numbers need nothing. */
async function evaluatedConfigs(count: number, rest = ''): Promise<unknown> {
  const configs = Array.from({ length: count }, (_, number) =>
    JSON.parse(`{"id":"limit-${number}","value":${number},"type":"number"${rest}}`),
  )
  const flags = live(undefined, { rules, bootstrap: { configs } })
  for (const { id } of configs) flags.value(id, { country: 'DE' })
  return flags
}

async function started(count: number, toOne: (number: number) => MixedFeature = toFeature) {
  const box = createSignalbox({ store: generatingStore(count, toOne) })
  await box.ready()
  return box
}

async function checked(count: number, toOne = toFeature) {
  const box = await started(count, toOne)
  for (let number = 0; number < count; number++) box.isActive(toFeature(number).id, users[0])
  return box
}

function checkedLive(features: readonly MixedFeature[]) {
  const ids = features.map(({ id }) => id)
  const flags = live(undefined, { bootstrap: { features } })
  for (const id of ids) flags.isActive(id, users[0])
  return flags
}

function withOwnCustomers(feature: MixedFeature, number: number): MixedFeature {
  if (feature.activationStrategy !== 'CUSTOMERS_LIST') return feature
  const customers = feature.parameters.customers.map((_, i) => JSON.parse(`"user-${1_000_000_000 + number * 10 + i}"`))
  return { ...feature, parameters: { customers } }
}

const holders: Record<string, (count: number) => Promise<unknown>> = {
  'hand-written': (count) => handWritten(manyFeatures(count)),
  live: async (count) => checkedLive(manyFeatures(count)),
  'live-distinct': async (count) => checkedLive(manyFeatures(count).map(withOwnCustomers)),
  'typed-configs': (count) => evaluatedConfigs(count),
  'ruled-configs': (count) => evaluatedConfigs(count, `,"rules":[${rule}]`),
  flagd: (count) => flagd(manyFeatures(count)),
  growthbook: (count) => growthBook(manyFeatures(count)),
  unleash: (count) => unleash(manyFeatures(count)),
  started: (count) => started(count),
  index: (count) => checked(count),
  'index-distinct': (count) => checked(count, (number) => withOwnCustomers(toFeature(number), number)),
  async whole(count) {
    const box = createSignalbox()
    await box.features.import({ body: manyFeatures(count) })
    return box
  },
}

async function heap(): Promise<number> {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

answerWith(async (count: number) => {
  const hold = holders[what]!
  const held = [await hold(40)]
  const before = await heap()
  held.push(await hold(count))
  return { bytes: ((await heap()) - before) / count, held: held.length }
})
