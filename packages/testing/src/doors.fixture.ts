import type { EvaluationContext, Logger } from '@openfeature/server-sdk'
import { createClient, type Live, live, type Source } from '@signalbox/client'
import { createProvider } from '@signalbox/client/openfeature'
import { createSignalbox, memoryStore, type ScriptEngine, type Signalbox, SignalboxError } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import type { Context, Explanation } from '@signalbox/core/evaluate'
import { toHono } from '@signalbox/hono'

/** A Signalbox, with every client that evaluates its features. */
export interface House {
  readonly box: Signalbox
  /** The same Signalbox over HTTP. */
  readonly remote: SignalboxApi
  /** Live flags that follow the Signalbox: in process, over HTTP, and offline with a snapshot of the one over HTTP. */
  readonly flags: Readonly<Record<'beside' | 'remote' | 'offline', Live>>
  close(): Promise<void>
}

/** The settings that evaluation depends on, apart from features and contexts. */
export interface Setting {
  readonly clock: () => number
  readonly timeZone: string
  readonly bucketing: 'murmur3' | 'classic'
}

/** Opens a house. `arrive` writes all features; it may call `follow` in between, so that the rest arrive as events. */
export async function openHouse(
  setting: Setting,
  arrive: (box: Signalbox, follow: () => Promise<void>) => Promise<void>,
) {
  const box = createSignalbox({ ...setting, store: memoryStore(), scripts: { javascript: wordEngine } })
  const { fetch } = toHono(box, { access: 'open' })
  const remote = createClient({ baseUrl: 'http://signalbox.test', fetch })
  const followers: Live[] = []
  const follow = (source: Source) => {
    const flags = live(source, setting)
    flags.on('error', unlessAsked)
    followers.push(flags)
    return flags.ready()
  }
  await arrive(box, async () => {
    await follow(box)
    await follow(remote)
  })
  const [beside, far] = followers as [Live, Live]
  for (const flags of followers) await caughtUp(box, flags)
  const bootstrap = JSON.parse(JSON.stringify(far.snapshot()))
  const offline = live(undefined, { ...setting, bootstrap })
  offline.on('error', unlessAsked)
  await offline.ready()
  return {
    box,
    remote,
    flags: { beside, remote: far, offline },
    async close() {
      for (const flags of [...followers, offline]) await flags.close()
      await box.close()
    },
  } satisfies House
}

/** Features that refer to what does not exist are asked of the server, which is reported. */
function unlessAsked(error: unknown): void {
  if (!/cannot be evaluated here|refers to something unknown/.test(String(error))) console.error(error)
}

/** Writes one last feature and waits until it arrives: by then, everything before it has arrived. */
async function caughtUp(box: Signalbox, flags: Live): Promise<void> {
  const id = 'sentinel'
  const arrived = new Promise<void>((resolve) => {
    const off = flags.on('change', ({ features }) => {
      if (!features.includes(id)) return
      off()
      resolve()
    })
  })
  await box.features.import({ body: [{ id, enabled: true, activationStrategy: 'NO_STRATEGY' }] })
  await arrived
  await box.features.delete({ id })
}

/** A script engine whose scripts are one word: `yes`, `no`, or `named` (active for `ann`). Any other word fails. */
const wordEngine: ScriptEngine = {
  async run({ script, context }) {
    if (script in words) return { active: words[script as keyof typeof words](context), logs: [] }
    return { active: false, logs: [], error: { code: 'EXCEPTION', message: script } }
  },
  check: async () => undefined,
  close: async () => {},
}
const words = { yes: () => true, no: () => false, named: ({ id }: Context) => id === 'ann' }

/** One way to ask whether each of some features is active in a context (`undefined`: without a context). */
export type Door = (
  house: House,
  ids: readonly string[],
  context: Context | undefined,
) => readonly unknown[] | Promise<readonly unknown[]>

/** The synchronous ways, which cannot evaluate scripts. */
export const doorsAtOnce = {
  'box.isActive': ({ box }, ids, context) => ids.map((id) => box.isActive(id, context)),
  'box.explain': ({ box }, ids, context) => ids.map((id) => isActiveBy(box.explain(id, context))),
  'live.isActive': ({ flags }, ids, context) => ids.map((id) => flags.beside.isActive(id, context)),
  'live.isActive over HTTP': ({ flags }, ids, context) => ids.map((id) => flags.remote.isActive(id, context)),
  'live.isActive offline': ({ flags }, ids, context) => ids.map((id) => flags.offline.isActive(id, context)),
  'live.explain': ({ flags }, ids, context) => ids.map((id) => isActiveBy(flags.remote.explain(id, context))),
} satisfies Record<string, Door>

/** The ways that can evaluate every feature. */
export const doors = {
  'live.check': ({ flags }, ids, context) => Promise.all(ids.map((id) => flags.beside.check(id, context))),
  'live.check over HTTP': ({ flags }, ids, context) => Promise.all(ids.map((id) => flags.remote.check(id, context))),
  'features.check or checkWith': ({ box }, ids, context) => check(box, ids, { context }),
  'GET or POST …/check': ({ remote }, ids, context) => check(remote, ids, { context }),
  '…/check?explain=true': ({ remote }, ids, context) => check(remote, ids, { context, explain: true }),
  'features.list or checkMany': ({ box }, ids, context) => checkMany(box, ids, context),
  'GET /api/features?active=true or POST …/_checks': ({ remote }, ids, context) => checkMany(remote, ids, context),
  'features.tree or treeWith': ({ box }, ids, context) => tree(box, ids, context),
  'GET or POST /api/tree/features': ({ remote }, ids, context) => tree(remote, ids, context),
} satisfies Record<string, Door>

/** The ways that always evaluate with a context: a missing one counts as empty. */
export const doorsWithContext = {
  'POST /ofrep/v1/evaluate/flags/{key}': ({ remote }, ids, context) => ofrep(remote, ids, context),
  'POST /ofrep/v1/evaluate/flags': ({ remote }, ids, context) => ofrepAll(remote, ids, context),
  'the provider of OpenFeature': ({ flags }, ids, context) => provided(flags.beside, ids, context),
  'the provider of OpenFeature over HTTP': ({ flags }, ids, context) => provided(flags.remote, ids, context),
} satisfies Record<string, Door>

type Asked = { readonly context: Context | undefined; readonly explain?: boolean }

function check({ features }: SignalboxApi, ids: readonly string[], { context, explain = false }: Asked) {
  const one = (id: string) =>
    context ? features.checkWith({ id, body: context, explain }) : features.check({ id, explain })
  return Promise.all(ids.map(async (id) => (await one(id)).active))
}

async function checkMany({ features }: SignalboxApi, ids: readonly string[], body: Context | undefined) {
  const all = { pattern: '*', pageSize: 1000 }
  const { results } = await (body ? features.checkMany({ ...all, body }) : features.list({ ...all, active: true }))
  return ids.map((id) => results.find((one) => one.id === id)?.active)
}

async function tree({ features }: SignalboxApi, ids: readonly string[], body: Context | undefined) {
  const root: unknown = await (body ? features.treeWith({ body }) : features.tree())
  const below = (node: unknown, segment: string) => Object.hasOwn(Object(node), segment) && (node as never)[segment]
  return ids.map((id) => below(id.split(':').reduce(below, root), 'active'))
}

/**
 * Undecided features count as inactive. OFREP reports them as a failure, and its clients return their default value.
 */
function ofrep({ ofrep }: SignalboxApi, ids: readonly string[], context: Context | undefined) {
  const one = (key: string) =>
    ofrep.evaluate({ key, body: toBody(context) }).catch((error) => {
      if (error instanceof SignalboxError && error.code === 'INVALID') return { value: false }
      throw error
    })
  return Promise.all(ids.map(async (key) => (await one(key)).value))
}

async function ofrepAll({ ofrep }: SignalboxApi, ids: readonly string[], context: Context | undefined) {
  const { flags } = await ofrep.evaluateAll({ body: toBody(context) })
  const answerOf = (flag: (typeof flags)[number] | undefined) => flag && ('value' in flag ? flag.value : false)
  return ids.map((id) => answerOf(flags.find(({ key }) => key === id)))
}

/** Where a provider cannot decide, it returns the default value, here `false`. */
async function provided(flags: Live, ids: readonly string[], context: Context | undefined) {
  const provider = createProvider(flags)
  const asked = (toBody(context).context ?? {}) as EvaluationContext
  const one = (key: string) => provider.resolveBooleanEvaluation(key, false, asked, silent)
  return Promise.all(ids.map(async (key) => (await one(key)).value))
}
const silent: Logger = { error() {}, warn() {}, info() {}, debug() {} }

/** Moves the id of a context to OpenFeature's `targetingKey`, if it is a text or a number. */
function toBody(context: Context | undefined) {
  const { id, ...rest } = context ?? {}
  if (typeof id === 'string' || typeof id === 'number') return { context: { ...rest, targetingKey: id } }
  return context ? { context } : {}
}

/** Derives the answer from an explanation alone, to compare it with the answer itself. */
function isActiveBy(explanation: Explanation | undefined): unknown {
  if (explanation && 'active' in explanation) return explanation.active // rules say the opposite too
  if (explanation?.reason === 'SPLIT') return (explanation.bucket as number) < (explanation.bound as number)
  return explanation && (explanation.reason === 'STATIC' || explanation.reason === 'TARGETING_MATCH')
}
