import {
  type ConfigDecision,
  type ConfigEvaluation,
  type Context,
  type Explanation,
  frozenCopy,
  type Wait,
} from '@signalbox/core/evaluate'
import { hasNone, isNotEligible } from '../outbox/refusals.ts'
import type { Source } from './source.ts'
import { withTimeout } from './with-timeout.ts'

/** Whether a feature is active, and why, by the last answer of the server. */
export interface Checked {
  readonly active: boolean
  readonly explanation?: Explanation
}

/** The id of a client's variant, or why it has none: the experiment takes nobody, or not this client. */
export type Given = { readonly variantId: string } | { readonly none: 'absent' | 'not eligible' }

/** The questions that only the server can answer. Each rejects on timeout. */
export interface Remote {
  /** Whether a feature that a script decides is active in a context, and why. */
  check(id: string, context: Context): Promise<Checked>
  /** The value of a config in a context, and why. */
  evaluate(id: string, context: Context): Promise<ConfigDecision>
  /** The values of configs in a context, and why. */
  evaluateAll(pattern: string, context: Context): Promise<readonly ConfigEvaluation[]>
  /** The variant of a client, which binds the client. */
  variant(experimentId: string, clientId: string, context?: Context): Promise<Given>
  /** Whether features are active in a context, nested by the segments of their ids. */
  tree(pattern: string, context: Context): Promise<object>
  /** The variants of a client, nested likewise. Binds the client in all of these experiments. */
  variants(pattern: string, clientId: string, context: Context): Promise<object>
}

/** Asks a server, with a timeout per question and a signal to cancel. */
export function remote(
  { features, configs, experiments }: Source,
  { ms, wait, signal }: { readonly ms: number; readonly wait: Wait; readonly signal: AbortSignal },
): Remote {
  const limited = <T>(what: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withTimeout(ask, { ms, wait, signal, what })
  return {
    async check(id, context) {
      const { active, explanation } = await limited(`check of feature ${id}`, (signal) =>
        features.checkWith({ id, explain: true, body: { ...context } }, { signal }),
      )
      if (!explanation) return { active }
      const { logs: _, ...why } = explanation // only useful to script authors, and many times larger
      return { active, explanation: why as Explanation }
    },
    async evaluate(id, context) {
      const { id: _, ...decision } = await limited(`evaluation of config ${id}`, (signal) =>
        configs.evaluate({ id, body: { ...context } }, { signal }),
      )
      return frozenCopy(decision)
    },
    async evaluateAll(pattern, context) {
      const { results } = await limited('evaluation of all configs', (signal) =>
        configs.evaluateAll({ pattern, body: { ...context } }, { signal }),
      )
      return frozenCopy(results)
    },
    async variant(experimentId, clientId, context = {}) {
      if (!isId.test(experimentId)) return { none: 'absent' }
      try {
        // `experiments.variant` only reads. This also binds the client, and records no event.
        const { id } = await limited(`request for a variant of ${experimentId}`, (signal) =>
          experiments.bindVariant({ id: experimentId, clientId, body: { ...context } }, { signal }),
        )
        return { variantId: id }
      } catch (error) {
        if (isNotEligible(error)) return { none: 'not eligible' }
        if (hasNone(error)) return { none: 'absent' }
        throw error
      }
    },
    tree: (pattern, context) =>
      limited('request for all features', (signal) => features.treeWith({ pattern, body: { ...context } }, { signal })),
    variants: (pattern, clientId, context) =>
      limited('request for all variants', (signal) =>
        experiments.treeWith({ pattern, clientId, body: { ...context, id: clientId } }, { signal }),
      ),
  }
}

/** A valid experiment id. */
const isId = /^[\w@.:-]+$/

/** The member of the leaf at an id in a tree. */
export function memberAt(tree: unknown, id: string, member: string): unknown {
  let node = tree
  for (const name of [...id.split(':'), member]) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined
    node = (node as Readonly<Record<string, unknown>>)[name]
  }
  return node
}

/** Yields the id of each experiment in a tree, with the id of its variant. */
export function* variantsIn(
  tree: object,
  path: readonly string[] = [],
): Generator<readonly [id: string, variantId: string]> {
  for (const [name, node] of Object.entries(tree))
    if (name === 'variant' && typeof node === 'string') yield [path.join(':'), node]
    else if (typeof node === 'object' && node !== null) yield* variantsIn(node, [...path, name])
}
