import type { Context, Explanation, Wait } from '@signalbox/core/evaluate'
import { inTime } from './in-time.ts'
import type { Source } from './live-options.ts'

/** Whether a feature is active, and why, as far as the server has told. */
export interface Checked {
  readonly active: boolean
  readonly explanation?: Explanation
}

/** What only the server can tell. Each question rejects when it takes too long. */
export interface Remote {
  /** Whether a feature that a script decides is active in a context, and why. */
  check(id: string, context: Context): Promise<Checked>
  /** The id of a client's variant, the client being bound to it; `undefined` where there is none to be had. */
  variant(experimentId: string, clientId: string): Promise<string | undefined>
  /** Whether features are active in a context, nested by the segments of their ids. */
  tree(pattern: string, context: Context): Promise<object>
  /** The variants of a client, who is bound in all of these experiments, nested likewise. */
  variants(pattern: string, clientId: string): Promise<object>
}

/** Asks a server, for so long at most, until given up. */
export function remote(
  { features, experiments }: Source,
  { ms, wait, signal }: { readonly ms: number; readonly wait: Wait; readonly signal: AbortSignal },
): Remote {
  return {
    async check(id, context) {
      const limit = { ms, wait, signal, what: `check of ${id}` }
      const ask = (signal: AbortSignal) => features.checkWith({ id, explain: true, body: { ...context } }, { signal })
      const { active, explanation } = await inTime(ask, limit)
      if (!explanation) return { active }
      const { logs: _, ...why } = explanation // of use to who writes the script, and many times as large
      return { active, explanation: why as Explanation }
    },
    async variant(experimentId, clientId) {
      if (!isId.test(experimentId)) return undefined
      const limit = { ms, wait, signal, what: `question for a variant of ${experimentId}` }
      // `experiments.variant` only reads: the tree of this one experiment binds as well, and records nothing.
      const ask = (signal: AbortSignal) => experiments.tree({ pattern: experimentId, clientId }, { signal })
      const variantId = memberAt(await inTime(ask, limit), experimentId, 'variant')
      return typeof variantId === 'string' ? variantId : undefined
    },
    tree(pattern, context) {
      const limit = { ms, wait, signal, what: 'question for all features' }
      return inTime((signal) => features.treeWith({ pattern, body: { ...context } }, { signal }), limit)
    },
    variants(pattern, clientId) {
      const limit = { ms, wait, signal, what: 'question for all variants' }
      return inTime((signal) => experiments.tree({ pattern, clientId }, { signal }), limit)
    },
  }
}

/** What may be the id of an experiment: a pattern of several would bind the client in all of them. */
const isId = /^[\w@.:-]+$/

/** What a tree has at the place of an id, under the name of a leaf's member. */
export function memberAt(tree: unknown, id: string, member: string): unknown {
  let node = tree
  for (const name of [...id.split(':'), member]) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined
    node = (node as Readonly<Record<string, unknown>>)[name]
  }
  return node
}

/** Every experiment of a tree, and the id of its variant. */
export function* variantsIn(
  tree: object,
  path: readonly string[] = [],
): Generator<readonly [id: string, variantId: string]> {
  for (const [name, node] of Object.entries(tree))
    if (name === 'variant' && typeof node === 'string') yield [path.join(':'), node]
    else if (typeof node === 'object' && node !== null) yield* variantsIn(node, [...path, name])
}
