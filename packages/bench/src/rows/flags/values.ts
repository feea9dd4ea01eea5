import { GrowthBookClient } from '@growthbook/growthbook'
import { FlagdCore } from '@openfeature/flagd-core'
import { type Config, createSignalbox } from '@signalbox/core'
import { bucketOf, hashState } from '@signalbox/core/evaluate'
import { type Effort, race, type Standing } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'
import { versionOf } from '../../versions.ts'
import { QUESTIONS, type Questions, questions, targetedUsers, type User } from '../../workload.ts'

const CONFIGS = 1000
const USERS = 1000
const MOST = 2

/** The cost of a typed value: of a config without rules, with one rule over an attribute, or with a split. */
export const values: RowGroup = {
  title: 'The value of 1,000 typed configs (static, by an attribute, by a split) for 1,000 users, in process',
  async measure(effort) {
    const [byHand, own, ...peers] = await valueTimes(typedConfigs(CONFIGS), targetedUsers(USERS), effort)
    return [
      { what: byHand!.name, figure: nanoseconds(byHand!), ratio: '1.00 × by hand' },
      {
        ...{ what: own!.name, figure: nanoseconds(own!), ratio: `${own!.ratio.toFixed(2)} × by hand` },
        ...{ goal: `≤ ${MOST}`, met: own!.ratio <= MOST },
      },
      ...peers.map(
        (one): Row => ({ what: one.name, figure: nanoseconds(one), ratio: `${one.ratio.toFixed(1)} × by hand` }),
      ),
    ]
  },
}

const nanoseconds = (standing: Standing) => `${standing.nanoseconds.toFixed(0)} ns`

interface TypedConfig extends Pick<Config, 'id' | 'value'> {
  readonly country?: string
  readonly arms?: readonly [string, string]
}

/** In turn: a static text, a text for one country, a split in halves. */
export const typedConfigs = (count: number): TypedConfig[] =>
  Array.from({ length: count }, (_, number): TypedConfig => {
    const [id, value] = [`team${Math.floor(number / 100)}:config-${number}`, `value ${number}`]
    if (number % 3 === 0) return { id, value }
    if (number % 3 === 1) return { id, value, country: ['FR', 'DE', 'US', 'GB'][number % 4]! }
    return { id, value, arms: [`left ${number}`, `right ${number}`] }
  })

interface Values {
  readonly name: string
  ask(id: string, context: unknown): unknown
  toContext(user: User): unknown
  close?(): unknown
}

/** The time of evaluations by hand, by Signalbox and by other SDKs. Rejects if answers differ, but for their hashes. */
export async function valueTimes(configs: readonly TypedConfig[], users: readonly User[], effort: Effort) {
  const all = [byHand(configs), await signalbox(configs), flagd(configs), growthBook(configs)]
  for (const one of all.slice(1))
    for (const { id, arms } of configs)
      for (const user of users.slice(0, 100)) {
        const [expected, actual] = [all[0]!, one].map(({ ask, toContext }) => ask(id, toContext(user)))
        const isRight = arms && one !== all[1] ? (arms as readonly unknown[]).includes(actual) : actual === expected
        if (!isRight) throw new Error(`${one.name} answers ${actual} for ${id}, not ${expected}`)
      }
  const order = questions(configs.length, users.length)
  const ids = new Function(`return ${JSON.stringify(configs.map(({ id }) => id))}`)() as string[]
  const standings = await race(
    all.map(({ name, ask, toContext }) => ({ name, run: makeLoop()(ask, ids, users.map(toContext), order) })),
    effort,
  )
  for (const { close } of all) await close?.()
  return standings
}

type Loop = (ask: Values['ask'], ids: readonly string[], contexts: readonly unknown[], order: Questions) => Run
type Run = (times: number) => unknown

/** Compiles separate code for each candidate: with a shared loop, the engine would optimize it for none of them. */
const makeLoop = () =>
  new Function(
    'ask, ids, contexts, { asked, asker }',
    `let at = 0
     return (times) => {
       let length = 0
       for (let i = 0; i < times; i++, at++) {
         const question = at & ${QUESTIONS - 1}
         length += ask(ids[asked[question]], contexts[asker[question]]).length
       }
       return length
     }`,
  ) as Loop

function byHand(configs: readonly TypedConfig[]): Values {
  const closures = new Map(configs.map((config) => [config.id, toClosure(config)]))
  return {
    name: 'map of closures, by hand',
    ask: (id, context) => closures.get(id)?.(context as User),
    toContext: (user) => user,
  }
}

function toClosure({ id, value, country, arms }: TypedConfig): (user: User) => unknown {
  if (country !== undefined) return (user) => (user.country === country ? 'there' : value)
  if (!arms) return () => value
  const [left, right] = arms
  return (user) => (bucketOf(user.id, hashState(`${id}:`)) < 50_000 ? left : right)
}

async function signalbox(configs: readonly TypedConfig[]): Promise<Values> {
  const box = createSignalbox()
  for (const config of configs) await box.configs.create({ body: toConfig(config) })
  return {
    name: 'Signalbox, box.value',
    ask: (id, context) => box.value(id, context as User),
    toContext: (user) => user,
    close: box.close,
  }
}

function toConfig({ id, value, country, arms }: TypedConfig): Config {
  const typed = { id, value, type: 'string' } as const
  if (country !== undefined)
    return { ...typed, rules: [{ when: { attribute: 'country', operator: 'is', value: country }, value: 'there' }] }
  return arms ? { ...typed, rules: [{ split: arms.map((value) => ({ name: value, weight: 1, value })) }] } : typed
}

const silent = { error() {}, warn() {}, info() {}, debug() {} }

function flagd(configs: readonly TypedConfig[]): Values {
  const core = new FlagdCore(undefined, silent)
  const flags = configs.map(({ id, value, country, arms: [left, right] = ['', ''] }) => [
    id,
    {
      ...{ state: 'ENABLED', variants: { base: value, there: 'there', left, right }, defaultVariant: 'base' },
      ...(country !== undefined && { targeting: { if: [{ '==': [{ var: 'country' }, country] }, 'there', 'base'] } }),
      ...(left !== '' && {
        targeting: {
          fractional: [
            ['left', 50],
            ['right', 50],
          ],
        },
      }),
    },
  ])
  core.setConfigurations(JSON.stringify({ flags: Object.fromEntries(flags) }))
  return {
    name: `@openfeature/flagd-core ${versionOf('@openfeature/flagd-core')}`,
    ask: (id, context) => core.resolveStringEvaluation(id, '', context as { targetingKey: string }).value,
    toContext: ({ id, ...rest }) => ({ targetingKey: id, ...rest }),
  }
}

function growthBook(configs: readonly TypedConfig[]): Values {
  const definitions = configs.map(({ id, value, country, arms }) => [
    id,
    {
      defaultValue: value,
      ...(country !== undefined && { rules: [{ id: 'rule', force: 'there', condition: { country } }] }),
      ...(arms && { rules: [{ id: 'rule', variations: arms, weights: [0.5, 0.5], hashAttribute: 'id' }] }),
    },
  ])
  const client = new GrowthBookClient().initSync({ payload: { features: Object.fromEntries(definitions) } })
  return {
    name: `@growthbook/growthbook ${versionOf('@growthbook/growthbook')}`,
    ask: (id, context) => client.getFeatureValue(id, '', context as { attributes: Record<string, unknown> }),
    toContext: (user) => ({ attributes: { ...user } }),
    close: () => client.destroy(),
  }
}
