import { EventEmitter } from 'node:events'
import { type Changed, type Keys, type Live, type LiveOptions, live } from '@signalbox/client'
import { rules } from '@signalbox/client/rules'
import type { Context } from '@signalbox/core/evaluate'
import { failOrPrint } from '../fail-the-run.ts'
import { fixedClock } from '../fixed-clock.ts'
import { type Moment, START, toDate } from '../moment.ts'
import { armsOf, idInArm } from './arms.ts'
import { type AfterEach, resetAfterEach } from './automatic-reset.ts'
import { type DeclaredKind, mustBeDeclared } from './declared.ts'
import {
  type ConfigForTest,
  differences,
  type FeatureForTest,
  type InitialFlags,
  type SegmentForTest,
  toConfig,
  toFeature,
  toHeld,
  toSegment,
} from './initial-flags.ts'
import { standIn } from './stand-in.ts'

/** A recorded call of `displayed` or `won`. */
export interface Recorded {
  readonly kind: 'displayed' | 'won'
  readonly experiment: string
  readonly clientId: string
  /** The client's variant at the time of the call. */
  readonly variant: string | undefined
}

/** Options of `createTestFlags`. */
export interface TestFlagsOptions extends Pick<LiveOptions, 'timeZone' | 'onError'> {
  /** The time at the start of each test. @default '2026-01-01T00:00:00Z' */
  readonly start?: Moment
  /** Registers the reset after each test. @default the test runner's global `afterEach`, if it has one */
  readonly afterEach?: AfterEach
  /**
   * What to do when the code under test reads a key that was not passed to `createTestFlags`, and would get a default: throw a
   * `RangeError` that names the nearest key, or return the default as the client does.
   * @default 'throw'
   */
  readonly unknown?: 'throw' | 'default'
}

/**
 * Flags for tests: everything in `Live`, plus functions that set the answers. What you set takes effect at once and
 * lasts until `reset`. For a key that was not passed to `createTestFlags`, the setters throw a `RangeError`, and so do the
 * functions that would return a default (see `unknown`); `explain`, `evaluate` and the like say that it is unknown.
 */
export interface TestFlags<K extends Keys = Keys> extends Live<K> {
  /** Makes a feature active for everybody. */
  enable(key: K['features']): void
  /** Makes a feature inactive for everybody. */
  disable(key: K['features']): void
  /**
   * Sets a feature's strategy, or makes it active or inactive for everybody. Throws INVALID for features that a server
   * would reject.
   */
  set(key: K['features'], feature: FeatureForTest): void
  /**
   * Sets the clients of a segment by their ids, or the whole segment. Rules of features refer to segments. Throws
   * INVALID for a segment that a server would reject.
   */
  setSegment(id: string, segment: SegmentForTest): void
  /** Sets the value of a config, its type and its rules. Throws INVALID for a config that a server would reject. */
  setConfigRules(key: keyof K['configs'] & string, config: ConfigForTest): void
  /**
   * Gives a client a variant of a config's split, if a rule with that split is for the client. The split must hash the
   * `id`. Throws a `RangeError` for an unknown variant.
   */
  setArm(key: keyof K['configs'] & string, clientId: string | number, arm: string): void
  /** Sets the value of a config for everybody. */
  setConfig<C extends keyof K['configs'] & string>(key: C, value: K['configs'][C]): void
  /**
   * Assigns a variant to a client; without `clientId`, to every client that was not given one. Throws a `RangeError`
   * for an unknown variant.
   */
  setVariant<E extends keyof K['experiments'] & string>(key: E, variantId: K['experiments'][E], clientId?: string): void
  /**
   * Puts a client into a bucket of a percentage feature. Buckets run from 0 to 99999, each a thousandth of a percent:
   * `'in'` is active at any percentage above 0, `'out'` is inactive at any below 100. Other strategies ignore it.
   * Throws a `RangeError` for an invalid bucket.
   */
  setBucket(key: K['features'], clientId: string | number, bucket: number | 'in' | 'out'): void
  /** Sets the clock to an instant, later or earlier. */
  at(moment: Moment): void
  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void
  /** The calls of `displayed` and `won` since the start of the test, in order. */
  readonly recorded: readonly Recorded[]
  /**
   * Resets flags, clock, variants, buckets and `recorded`. Listeners stay subscribed and are notified of the changes.
   */
  reset(): void
}

/**
 * Creates flags for unit tests of code that takes a `Live`: the real client, without a server, on a clock that stands
 * still. Resets after each test if the runner has a global `afterEach`, or the options have one. A failure that nobody
 * awaits, and no `error` listener handles, fails the run. Code under test that reads a misspelled key gets a `RangeError`.
 * Throws INVALID for features or experiments that a server would reject.
 *
 * @example
 * ```ts
 * const flags = createTestFlags({ 'shop:express': false })
 * flags.enable('shop:express')
 * flags.isActive('shop:express') // true
 * ```
 */
export function createTestFlags<K extends Keys = Keys>(
  initial: InitialFlags<K> = {},
  { start = START, afterEach, unknown = 'throw', ...options }: TestFlagsOptions = {},
): TestFlags<K> {
  const time = fixedClock(toDate(start))
  const heard = new EventEmitter()
  const variants = new Map<string, string>()
  const buckets = new Map<string, number>()
  const arms = new Map<string, string>()
  const recorded: Recorded[] = []
  let held = toHeld(initial)
  let current = open()

  /** Opens a client on the current flags. */
  function open(): Live {
    const kinds = Object.entries(held).map(([kind, records]) => [kind, [...records.values()]])
    const bootstrap = Object.fromEntries(kinds) as ReturnType<Live['snapshot']>
    const flags = live(undefined, { ...options, bootstrap, rules, assignment: 'hash', clock: time.clock })
    flags.on('error', (error) => {
      if (heard.listenerCount('error') === 0) failOrPrint(error)
      else heard.emit('error', error)
    })
    return flags
  }

  function reopen(changed: Partial<Changed>): void {
    const before = current
    const { status } = before
    current = open()
    void before.close()
    if (current.status !== status) heard.emit('status', current.status)
    heard.emit('change', { features: [], segments: [], configs: [], experiments: [], ...changed } satisfies Changed)
  }

  function set(key: string, feature: FeatureForTest): void {
    mustBeDeclared(held, 'features', key)
    held.features.set(key, toFeature(key, feature))
    reopen({ features: [key] })
  }

  /** Returns the context to evaluate. For a client with a set bucket, the id is replaced by one that falls into it. */
  function seen(key: string, context: Context | undefined): Context | undefined {
    const bucket = context && buckets.get(placeOf(key, String(context.id)))
    const feature = held.features.get(key)
    if (bucket === undefined || feature?.activationStrategy !== 'PERCENTAGE') return context
    return { ...context, id: standIn(feature.parameters.salt ?? key, bucket) }
  }

  /** The same for a config: for a client with a set variant, the id is replaced by one that gets it. */
  function seenBy(key: string, context: Context | undefined): Context | undefined {
    const arm = context && arms.get(placeOf(key, String(context.id)))
    return arm === undefined ? context : idInArm(arm, context ?? {}, (one) => current.evaluate(key, one)?.variant)
  }

  /**
   * Throws for a key that is not declared, if the caller would get a default in its place. With `onError`, a caller that
   * wishes so gets the failure of the client instead.
   */
  function mustKnow(kind: DeclaredKind, key: string, { onError = options.onError ?? 'default' }: Failing = {}): void {
    if (unknown === 'throw' && onError === 'default') mustBeDeclared(held, kind, key, "pass { unknown: 'default' }")
  }

  const variantNow = (key: string, clientId: string, context?: Context): string | undefined =>
    variants.get(placeOf(key, clientId)) ?? variants.get(placeOf(key)) ?? current.variantNow(key, clientId, context)

  function record(kind: Recorded['kind'], experiment: string, clientId: string): void {
    mustKnow('experiments', experiment, always)
    recorded.push({ kind, experiment, clientId, variant: variantNow(experiment, clientId) })
  }

  function reset(): void {
    const before = held
    held = toHeld(initial)
    variants.clear()
    buckets.clear()
    arms.clear()
    recorded.length = 0
    time.set(toDate(start))
    reopen(differences(before, held))
  }

  const flags: TestFlags = {
    ready: () => current.ready(),
    get status() {
      return current.status
    },
    isActive(key, context) {
      mustKnow('features', key, always)
      return current.isActive(key, seen(key, context))
    },
    flag: (id) => ({
      id,
      isActive: (context) => flags.isActive(id, context),
      explain: (context) => flags.explain(id, context),
      value: (context?: Context, ...options: []) => flags.value(id, context, ...options) as never,
      evaluate: (context) => flags.evaluate(id, context),
    }),
    async check(key, context, instead) {
      mustKnow('features', key, instead)
      return current.check(key, seen(key, context), instead)
    },
    decide: (key, context) => current.decide(key, seen(key, context)),
    explain: (key, context) => current.explain(key, seen(key, context)),
    feature: (key) => current.feature(key),
    prepare: async () => {}, // everything is known locally
    config: ((key: string, ...options: [Failing?]) => {
      mustKnow('configs', key, ...options)
      return current.config(key, ...(options as []))
    }) as Live['config'],
    value: ((key: string, context?: Context, ...options: []) => {
      mustKnow('configs', key, always)
      return current.value(key, seenBy(key, context), ...options)
    }) as Live['value'],
    checkValue: (async (key: string, context?: Context, ...options: [Failing?]) => {
      mustKnow('configs', key, ...options)
      return current.checkValue(key, seenBy(key, context), ...(options as []))
    }) as Live['checkValue'],
    configRecord: (key) => current.configRecord(key),
    evaluate: (key, context) => current.evaluate(key, seenBy(key, context)),
    decideValue: (key, context) => current.decideValue(key, seenBy(key, context)),
    async variant(key, clientId, options) {
      mustKnow('experiments', key, options)
      return variantNow(key, clientId, options?.context) ?? current.variant(key, clientId, options)
    },
    variantNow,
    isTrue: (condition, context) => current.isTrue(condition, context),
    displayed: (key, clientId) => record('displayed', key, clientId),
    won: (key, clientId) => record('won', key, clientId),
    flush: () => current.flush(),
    on(name, listener) {
      heard.on(name, listener)
      return () => void heard.off(name, listener)
    },
    snapshot: () => current.snapshot(),
    async close() {
      await current.close()
      heard.emit('status', current.status)
    },
    enable: (key) => set(key, true),
    disable: (key) => set(key, false),
    set,
    setSegment(id, segment) {
      held.segments.set(id, toSegment(id, segment))
      reopen({ segments: [id] })
    },
    setConfig(key, value) {
      mustBeDeclared(held, 'configs', key)
      held.configs.set(key, { id: key, value })
      reopen({ configs: [key] })
    },
    setConfigRules(key, config) {
      mustBeDeclared(held, 'configs', key)
      held.configs.set(key, toConfig(key, config))
      reopen({ configs: [key] })
    },
    setArm(key, clientId, arm) {
      mustBeDeclared(held, 'configs', key)
      const names = armsOf(held.configs.get(key))
      if (!names.includes(arm)) throw new RangeError(`${key} has no variant ${arm}: use ${names.join(', ')}`)
      arms.set(placeOf(key, String(clientId)), arm)
      reopen({ configs: [key] })
    },
    setVariant(key, variantId, clientId) {
      mustBeDeclared(held, 'experiments', key)
      const ids = held.experiments.get(key)?.variants.map(({ id }) => id) ?? []
      if (!ids.includes(variantId)) throw new RangeError(`${key} has no variant ${variantId}: use ${ids.join(', ')}`)
      variants.set(placeOf(key, clientId), variantId)
      reopen({ experiments: [key] })
    },
    setBucket(key, clientId, bucket) {
      mustBeDeclared(held, 'features', key)
      const place = typeof bucket === 'number' ? bucket : ends[bucket]
      standIn(key, place)
      buckets.set(placeOf(key, String(clientId)), place)
      reopen({ features: [key] })
    },
    at: (moment) => time.set(toDate(moment)),
    advance: time.advance,
    get recorded() {
      return [...recorded]
    },
    reset,
  }
  resetAfterEach(reset, afterEach)
  return flags as unknown as TestFlags<K> // the caller narrows the key names; the values are the same
}

const ends = { in: 0, out: 99_999 } as const

/** Calls that return a default whatever `onError` says. */
const always = { onError: 'default' }

/** What a call does on failure. */
interface Failing {
  readonly onError?: unknown
}

const placeOf = (key: string, clientId = ''): string => `${key} ${clientId}`
