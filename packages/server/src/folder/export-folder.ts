import { compileWhere } from '@signalbox/core'
import { sees } from './chosen-kinds.ts'
import { readInstance } from './read-instance.ts'
import type { RecordKind } from './record-kinds.ts'
import { type Instance, naming } from './sides.ts'
import { type WrittenFolder, writeFolder } from './write-folder.ts'

/** What an export to a folder has. */
export interface ExportOptions {
  readonly kinds: readonly RecordKind[]
  /** @default all ids */
  readonly pattern?: string | undefined
  /** Whether secrets are written as they are, if the instance shows them. @default they are masked */
  readonly secrets?: boolean | undefined
}

/** The result of an export to a folder. */
export interface ExportedFolder extends WrittenFolder {
  /** The kinds that the caller may not read. */
  readonly hidden: readonly string[]
}

/**
 * Writes the records of an instance to the files `KIND/ID.yaml` of a folder, and removes the files of records that are
 * gone.
 */
export async function exportFolder(
  instance: Instance,
  path: string,
  { kinds, pattern = '*', secrets = false }: ExportOptions,
): Promise<ExportedFolder> {
  const { matches } = compileWhere([pattern])
  const { seen, me } = await naming(instance, async () => {
    const { api, view } = instance
    return { seen: await readInstance(secrets ? api : view, { kinds, pattern }), me: await api.me() }
  })
  const hidden = new Set(seen.hidden)
  const written = await writeFolder(path, {
    kinds,
    records: seen.records,
    isGone: (kind, id) => kinds.includes(kind) && !hidden.has(kind) && matches(id) && sees(me, kind, id),
    isSecret: secrets,
  })
  return { ...written, hidden: seen.hidden.map(({ kind }) => kind) }
}
