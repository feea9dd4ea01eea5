import { compileWhere } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { isCaller } from './chosen-kinds.ts'
import { SETTINGS_FILE } from './claims.ts'
import { type Folder, readFolder } from './read-folder.ts'
import { readInstance } from './read-instance.ts'
import { type RecordKind, recordKinds } from './record-kinds.ts'
import { type PlanEnd, type RunOptions, runPlan } from './run-plan.ts'
import { type Instance, naming } from './sides.ts'

/** How a folder is applied. */
export interface ApplyOptions extends Pick<RunOptions, 'dryRun' | 'reason' | 'print' | 'warn'> {
  /** Whether to delete records that the folder claims in its settings and does not have. @default false */
  readonly prune?: boolean | undefined
}

/**
 * Makes an instance equal to a folder of records. Kinds without a file in the folder are neither read nor changed. Throws an
 * `Error` for an invalid folder and for an instance that cannot be read.
 */
export async function applyFolder(
  instance: Instance,
  path: string,
  { prune = false, ...options }: ApplyOptions,
): Promise<PlanEnd> {
  const folder = await readFolder(path)
  if (folder.kinds.size === 0)
    throw new Error(`${path} has no records: put them into folders such as features, or name another folder`)
  if (prune) checkPrune(folder, path)
  const kinds = recordKinds.filter(({ kind }) => folder.kinds.has(kind))
  return naming(instance, async () => {
    const { records: current, hidden } = await readInstance(instance.view, { kinds })
    if (hidden.length > 0)
      throw new Error(`${instance.name}: the caller may not read ${hidden.map(({ kind }) => kind).join(', ')}`)
    const prunes = prune ? await prunesOf(folder, instance.api) : undefined
    return runPlan(instance, { ...options, kinds, current, desired: folder.records, ...(prunes && { prunes }) })
  })
}

/** Throws if `--prune` cannot be meant: the folder claims nothing, or claims a kind of which it has no file. */
function checkPrune({ prune, kinds }: Folder, path: string): void {
  if (prune.size === 0)
    throw new Error(
      `${path} does not say what may be deleted: write the file ${SETTINGS_FILE} there, such as prune: {features: "shop:*"}`,
    )
  const absent = [...prune.keys()].filter((kind) => !kinds.has(kind))
  if (absent.length > 0)
    throw new Error(
      `${path} claims ${absent.join(', ')} in ${SETTINGS_FILE} but has no file of that kind: if there should be none, write ${absent[0]}.yaml with []`,
    )
}

/** Which records may be deleted: records that the folder claims, but never the user or API key that calls. */
async function prunesOf({ prune }: Folder, api: SignalboxApi): Promise<(kind: RecordKind, id: string) => boolean> {
  const patterns = new Map([...prune].map(([kind, pattern]) => [kind, compileWhere([pattern])]))
  const me = await api.me()
  return (kind, id) => (patterns.get(kind.kind)?.matches(id) ?? false) && !isCaller(me, kind, id)
}
