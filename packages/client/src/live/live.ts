import { checkOptions, createClosing, createLacking, isolatesRequests, realWait } from '@signalbox/core/evaluate'
import { createAnswers } from './answers.ts'
import { createMissing } from './autocreate.ts'
import { secureRandom } from './following/back-off.ts'
import { createPrepare } from './following/prepare.ts'
import { createReadiness } from './following/readiness.ts'
import { remote } from './following/remote.ts'
import { checkSnapshot, type Snapshot } from './following/snapshot.ts'
import { createSnapshotKeeper } from './following/snapshot-keeper.ts'
import type { Source } from './following/source.ts'
import { stayConnected } from './following/stay-connected.ts'
import { atOnce, withPauses } from './following/time-slices.ts'
import { withTimeout } from './following/with-timeout.ts'
import { contextKeeper } from './kept-context.ts'
import type { Defaults, Keys } from './keys.ts'
import { createListeners } from './listeners.ts'
import type { Live } from './live-api.ts'
import type { Changed, LiveOptions, Status } from './live-options.ts'
import { createMissingKeys } from './missing-keys.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createElsewhere } from './records/elsewhere.ts'
import { lateRules } from './rules/late-rules.ts'
import { createIsTrue } from './rules/live-conditions.ts'
import { createState, type State } from './state.ts'
import { createVariants } from './variants.ts'

const optionNames = {
  from: true,
  patterns: true,
  timeZone: true,
  bucketing: true,
  assignment: true,
  bootstrap: true,
  snapshot: true,
  outbox: true,
  flags: true,
  onError: true,
  poll: true,
  timeoutMs: true,
  scriptCache: true,
  autocreate: true,
  queue: true,
  closeMs: true,
  rules: true,
  clock: true,
  wait: true,
  random: true,
} as const satisfies Record<keyof LiveOptions, true>

/**
 * Keeps the flags of a Signalbox in memory and answers from there. With `undefined` as source it works offline, from
 * `bootstrap`. Starts at once (in Cloudflare Workers with the first `ready()`) and runs until `close`. Throws a
 * `RangeError` for an unknown time zone, and a `TypeError` for an invalid bootstrap.
 *
 * @example
 * ```ts
 * const flags = live(createClient({ baseUrl: 'https://flags.example.com', clientId: 'shop', clientSecret: 'secret' }))
 * await flags.ready()
 * flags.isActive('shop:express', { id: 'ann' })
 * ```
 */
export function live<K extends Keys = Keys>(source: Source | undefined, options: LiveOptions<K> = {}): Live<K> {
  checkOptions('live', options, optionNames)
  const { patterns = '*', from, bootstrap, onError = 'default', timeoutMs = 10_000 } = options
  const { poll = from ? 5000 : 15_000 } = options
  const { clock = Date.now, wait = realWait, random = secureRandom } = options
  const { timeZone = 'UTC', bucketing = 'murmur3', assignment = 'balanced' } = options
  const defaults: Defaults = options.flags ?? {}
  const { on, tell, clear } = createListeners()
  // Deferred, so that listeners added right after `live()` also receive failures at startup.
  const report = (error: unknown) => queueMicrotask(() => tell('error', error))
  const closing = createClosing()
  const server = source && remote(source, { ms: timeoutMs, wait, signal: closing.signal })
  const defaultOf = (id: string) => defaults.features?.[id] ?? false
  const reportUntilClosed = (error: unknown) => {
    if (!closing.signal.aborted) report(error)
  }

  const lasts = options.scriptCache ?? 30_000
  const elsewhere = createElsewhere({ server, clock, lasts, defaultOf, report, reportRequest: reportUntilClosed })
  const late = lateRules({
    engine: options.rules,
    ...{ state: () => state, hasServer: source !== undefined, elsewhere, report },
    onLoad: () => changed(state.holdRules()),
  })
  const create = source && options.autocreate ? createMissing(source, report) : undefined
  const missing = createMissingKeys({
    ...{ state: () => state, defaults, report },
    phase: () => (status === 'fresh' || status === 'offline' ? 'known' : readiness.isBegun() ? 'old' : 'early'),
    create: create && ((id) => create(id, defaultOf(id))),
  })
  const state: State = createState({
    clock,
    lacking: createLacking((id, by) => missing.notice('lacking', { kind: 'feature', id, by })),
    settings: { timeZone, bucketing, assignment },
    rules: late.find,
    elsewhere,
    onChange: late.changed,
  })
  const isTrue = createIsTrue({ rules: late.find, environment: () => state.environment })
  const variants = createVariants({
    isTrue,
    assignment: () => state.settings.assignment,
    find: (id) => state.holding.experiments.get(id),
    clock,
  })
  const outbox = createOutbox({
    store: source && options.outbox, // offline, nothing is sent and nothing is removed
    async send({ kind, id, clientId, context: body, idempotencyKey }, signal) {
      const event = await source?.experiments[kind]({ id, clientId, ...(body && { body }) }, { idempotencyKey, signal })
      if (event) variants.hear(id, clientId, event.variantId)
    },
    report,
    random,
    wait,
    capacity: options.queue ?? 10_000,
    timeoutMs,
    closeMs: options.closeMs ?? 5000,
  })
  const keeper =
    options.snapshot && createSnapshotKeeper({ store: options.snapshot, snapshot: state.snapshot, wait, report })
  const kept = contextKeeper(report)
  const readiness = createReadiness()
  let loading: Promise<void> | undefined
  let status: Status = source || from ? 'starting' : 'offline'

  function setStatus(next: Status): void {
    if (next === status || status === 'closed') return
    status = next
    tell('status', next)
  }

  function changed(keys: Changed): void {
    if (!Object.values(keys).some(({ length }) => length > 0)) return
    if (keys.experiments.length > 0) variants.forget()
    keeper?.changed()
    tell('change', keys)
  }

  function restore(saved: Snapshot): void {
    if (status === 'closed') return
    changed(atOnce(state.replace(saved)))
    readiness.hasState()
    loading = late.load(saved)
  }

  async function keepFresh(restored: unknown): Promise<void> {
    await restored
    const { signal } = closing
    await stayConnected(
      {
        source: source as Source, // or else there is `from`
        ...{ from, patterns, timeoutMs, poll, clock, random, wait, report: reportUntilClosed },
        needsExperiments: (settings) => (settings.assignment ?? assignment) !== 'balanced',
        async onAll(all) {
          await late.load(all)
          const keys = await withPauses(state.replace(all), { pause: () => wait(0, signal), signal })
          if (!keys) return
          changed(keys)
          keeper?.changed()
        },
        onEvent: (event) => changed(state.apply(event)),
        onFresh() {
          setStatus('fresh')
          readiness.fresh()
        },
        onStale(error) {
          if (readiness.isBegun()) setStatus('stale')
          readiness.failed(error)
        },
      },
      signal,
    )
  }

  if (bootstrap) restore(checkSnapshot({ features: [], configs: [], experiments: [], ...bootstrap }))
  const restored = keeper?.load(restore)
  let hasStarted = false
  function start(): void {
    if (hasStarted) return
    hasStarted = true
    if (status === 'offline')
      return void Promise.resolve(restored)
        .then(() => loading)
        .then(readiness.fresh)
    void keepFresh(restored)
    const limit = { ms: timeoutMs, wait, signal: closing.signal, what: 'first request to the server' }
    withTimeout(readiness.ready, limit).catch(readiness.failed)
  }
  if (!isolatesRequests()) start() // else `ready` does: workers allow no I/O before a request
  async function ready(): Promise<void> {
    start()
    await readiness.ready()
  }

  const answers = createAnswers({
    ...{ state, variants, defaults, onError, report },
    askVariant: server ? server.variant : noServer,
    begun: async () => {
      if (status === 'starting') await ready().catch(() => {}) // a failure is fine: there are defaults
    },
    missing,
  })

  const flags: Live = {
    ...answers,
    ready,
    get status() {
      return status
    },
    prepare: createPrepare({ server, patterns, state, variants }),
    isTrue,
    displayed: (id, clientId, context) => outbox.add({ kind: 'displayed', id, clientId, ...kept(context) }),
    won: (id, clientId, context) => outbox.add({ kind: 'won', id, clientId, ...kept(context) }),
    flush: outbox.flush,
    on,
    snapshot: state.snapshot,
    async close() {
      setStatus('closed')
      closing.abort()
      readiness.failed(new Error('The flags were closed'))
      await Promise.all([outbox.close(), keeper?.close()])
      clear()
    },
  }
  return flags as unknown as Live<K> // the caller narrows the key names; the values are the same
}

async function noServer(experimentId: string): Promise<never> {
  throw new Error(`A variant of ${experimentId} cannot be assigned without a source: pass a client or a box to live`)
}
