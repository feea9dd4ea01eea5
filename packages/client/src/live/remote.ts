import type { ConfigDecision, ConfigEvaluation, Context, Explanation, Wait } from '@signalbox/core/evaluate'
import { frozenCopy } from '@signalbox/core/evaluate'
import { hasNone, isNotEligible } from './refusals.ts'
import type { Source } from './source.ts'
import { withTimeout } from './with-timeout.ts'

/** Whether a feature is active, and why, as far as the server has said. */
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
  return {
    async check(id, context) {
      const limit = { ms, wait, signal, what: `check of feature ${id}` }
      const ask = (signal: AbortSignal) => features.checkWith({ id, explain: true, body: { ...context } }, { signal })
      const { active, explanation } = await withTimeout(ask, limit)
      if (!explanation) return { active }
      const { logs: _, ...why } = explanation // only useful to script authors, and many times larger
      return { active, explanation: why as Explanation }
    },
    async evaluate(id, context) {
      const limit = { ms, wait, signal, what: `evaluation of config ${id}` }
      const ask = (signal: AbortSignal) => configs.evaluate({ id, body: { ...context } }, { signal })
      const { id: _, ...decision } = await withTimeout(ask, limit)
      return frozenCopy(decision)
    },
    async evaluateAll(pattern, context) {
      const limit = { ms, wait, signal, what: 'evaluation of all configs' }
      const ask = (signal: AbortSignal) => configs.evaluateAll({ pattern, body: { ...context } }, { signal })
      return frozenCopy((await withTimeout(ask, limit)).results)
    },
    async variant(experimentId, clientId, context = {}) {
      if (!isId.test(experimentId)) return { none: 'absent' }
      const limit = { ms, wait, signal, what: `request for a variant of ${experimentId}` }
      // `experiments.variant` only reads. This also binds the client, and records no event.
      const ask = (signal: AbortSignal) =>
        experiments.bindVariant({ id: experimentId, clientId, body: { ...context } }, { signal })
      try {
        return { variantId: (await withTimeout(ask, limit)).id }
      } catch (error) {
        if (isNotEligible(error)) return { none: 'not eligible' }
        if (hasNone(error)) return { none: 'absent' }
        throw error
      }
    },
    tree(pattern, context) {
      const limit = { ms, wait, signal, what: 'request for all features' }
      return withTimeout((signal) => features.treeWith({ pattern, body: { ...context } }, { signal }), limit)
    },
    variants(pattern, clientId, context) {
      const limit = { ms, wait, signal, what: 'request for all variants' }
      return withTimeout(
        (signal) => experiments.treeWith({ pattern, clientId, body: { ...context, id: clientId } }, { signal }),
        limit,
      )
    },
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
