import type { Context, Wait } from '@signalbox/core/evaluate'
import { inTime } from './in-time.ts'
import type { Source } from './live-options.ts'

/** What only the server can tell. Each question rejects when it takes too long. */
export interface Remote {
  /** Whether a feature that a script decides is active in a context. */
  check(id: string, context: Context): Promise<boolean>
  /** The id of a client's variant, the client being bound to it; `undefined` where there is none to be had. */
  variant(experimentId: string, clientId: string): Promise<string | undefined>
}

/** Asks a server, for so long at most, until given up. */
export function remote(
  { features, experiments }: Source,
  { ms, wait, signal }: { readonly ms: number; readonly wait: Wait; readonly signal: AbortSignal },
): Remote {
  return {
    async check(id, context) {
      const limit = { ms, wait, signal, what: `check of ${id}` }
      const { active } = await inTime((signal) => features.checkWith({ id, body: { ...context } }, { signal }), limit)
      return active
    },
    async variant(experimentId, clientId) {
      const limit = { ms, wait, signal, what: `question for a variant of ${experimentId}` }
      // `experiments.variant` only reads: the tree of this one experiment binds as well, and records nothing.
      const ask = (signal: AbortSignal) => experiments.tree({ pattern: experimentId, clientId }, { signal })
      return variantAt(await inTime(ask, limit), experimentId)
    },
  }
}

/** The variant at the place of an experiment in a tree. */
function variantAt(tree: unknown, experimentId: string): string | undefined {
  let node = tree
  for (const name of [...experimentId.split(':'), 'variant']) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined
    node = (node as Readonly<Record<string, unknown>>)[name]
  }
  return typeof node === 'string' ? node : undefined
}
