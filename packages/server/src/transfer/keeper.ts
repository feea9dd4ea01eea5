import { contract, operations, type Signalbox, type Transfer } from '@signalbox/core'

/** Decides which lines of a restore with `--keep` are skipped. */
export interface Keeper {
  isKept(transfer: Transfer, record: unknown): Promise<boolean>
}

/**
 * Creates a keeper for one restore. Records that belong to another one, such as bindings to an experiment, are skipped
 * exactly if that one existed before. Existence is looked up once, when the first line refers to the record.
 */
export function createKeeper(box: Signalbox, kinds: readonly Transfer[]): Keeper {
  const owners = new Set(kinds.flatMap(({ partOf }) => partOf?.kind ?? []))
  const readers = new Map(
    operations(contract)
      .filter(({ operation: { method } }) => method === 'GET')
      .map((one) => [one.operation.path, one]),
  )
  const kept = new Map<string, boolean>()

  async function exists(kind: string, id: string): Promise<boolean> {
    const get = readers.get(`/api/${kind}/{id}`)
    if (!get) throw new Error(`Nothing reads single records of ${kind}`)
    try {
      await get.find(box)({ id })
      return true
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'NOT_FOUND' || code === 'INVALID') return false
      throw error
    }
  }

  /** Whether a record existed before the restore; `undefined` if it does not exist now. */
  async function wasThere(kind: string, id: string): Promise<boolean | undefined> {
    const key = `${kind}/${id}`
    if (!kept.has(key) && (await exists(kind, id))) kept.set(key, true)
    return kept.get(key)
  }

  return {
    async isKept({ kind, partOf }, record) {
      if (partOf) {
        for (const id of idsIn(record, partOf)) {
          const found = await wasThere(partOf.kind, id)
          if (found !== undefined) return found
        }
        return false
      }
      const id = textAt(record, '/id')
      if (!owners.has(kind) || id === undefined) return false
      const found = (await wasThere(kind, id)) ?? false
      kept.set(`${kind}/${id}`, found)
      return found
    },
  }
}

/** Yields the ids that a line may belong to: the one it names, or else every prefix of its key, longest first. */
function* idsIn(record: unknown, { by, elseBegins }: NonNullable<Transfer['partOf']>): Generator<string> {
  const id = textAt(record, by)
  if (id !== undefined) return yield id
  const key = (elseBegins === undefined ? undefined : textAt(record, elseBegins)) ?? ''
  for (let at = key.lastIndexOf(':'); at > 0; at = key.lastIndexOf(':', at - 1)) yield key.slice(0, at)
}

/** Returns the text at a JSON pointer without escapes. */
function textAt(record: unknown, pointer: string): string | undefined {
  const found = pointer
    .slice(1)
    .split('/')
    .reduce<unknown>(
      (node, name) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, name)
          ? (node as Record<string, unknown>)[name]
          : undefined,
      record,
    )
  return typeof found === 'string' ? found : undefined
}
