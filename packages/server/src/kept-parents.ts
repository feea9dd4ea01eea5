import type { Signalbox } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core'

type Line = Readonly<Record<string, unknown>>

/** Kinds whose records others belong to: whether one is in the store. */
const parents: Readonly<Record<string, (box: Signalbox, id: string) => Promise<unknown>>> = {
  experiments: (box, id) => box.experiments.get({ id }),
  apis: (box, id) => box.apis.get({ id }),
}
/** Kinds whose lines belong to a record: the kind of that, and the ids that it may have, the likeliest first. */
const children: Readonly<Record<string, { readonly of: string; readonly idsOf: (line: Line) => readonly unknown[] }>> =
  {
    bindings: {
      of: 'experiments',
      idsOf: ({ experimentId, variantBindingKey }) =>
        experimentId === undefined ? prefixesOf(String(variantBindingKey)) : [experimentId],
    },
    events: { of: 'experiments', idsOf: ({ experimentId }) => [experimentId] },
    deployments: { of: 'apis', idsOf: ({ apiRef }) => [apiRef] },
    drafts: { of: 'apis', idsOf: ({ api }) => [(api as Line | undefined)?.id] },
    documents: { of: 'apis', idsOf: ({ apiRef }) => [apiRef] },
  }

/** Tells which lines of a file belong to records that were there before: an import that keeps records leaves what belongs to them alone. */
export interface KeptParents {
  /** To be asked of every line before it is written. Whether the line is to be left out. */
  isKept(kind: string, record: unknown): Promise<boolean>
}

/** Remembers which parents the file itself brings, from their lines, which come before those of their children. */
export function createKeptParents(box: Signalbox): KeptParents {
  const isNew = new Map<string, boolean>()
  return {
    async isKept(kind, record) {
      const line = typeof record === 'object' && record !== null ? (record as Line) : {}
      const find = parents[kind]
      if (find) isNew.set(`${kind} ${line.id}`, !(await exists(() => find(box, String(line.id)))))
      const child = children[kind]
      if (!child) return false
      const known = child.idsOf(line).find((id) => isNew.has(`${child.of} ${id}`))
      return known === undefined || !isNew.get(`${child.of} ${known}`)
    },
  }
}

/** The ids of experiments that a key of a binding may begin with, the longest first. */
function prefixesOf(key: string): string[] {
  const parts = key.split(':')
  return parts.map((_, i) => parts.slice(0, parts.length - 1 - i).join(':')).slice(0, -1)
}

const exists = (get: () => Promise<unknown>): Promise<boolean> =>
  get().then(
    () => true,
    (error) => {
      if (error instanceof SignalboxError && ['NOT_FOUND', 'INVALID'].includes(error.code)) return false
      throw error
    },
  )
