import type { Signalbox } from '@signalbox/core'
import { isVendorName, vendorNames } from '@signalbox/migrate/vendors'
import { isBucket } from '../snapshots/is-bucket.ts'
import { copyExport, type OpenExport, openExport } from '../transfer/open-export.ts'
import { progressBar } from '../transfer/progress.ts'
import { restore } from '../transfer/restore.ts'
import type { Run } from './command.ts'
import { type OnStore, onStore } from './on-store.ts'

/** `signalbox import`: records of an export, a snapshot or another product. */
export const runImport: Run = onStore(async (box, file, words) => {
  if (file === undefined) throw new Error('import requires a file: signalbox import FILE')
  if (isFromElsewhere(words)) return importFrom(box, file, words)
  const options = { keep: words.keep ?? false, progress: progressBar(process.stderr) }
  const { created, replaced, kept, refused, reasons } = await restore(box, await opened(file, words), options)
  for (const reason of reasons) console.error(reason)
  if (refused > reasons.length) console.error(`and ${refused - reasons.length} more lines`)
  console.log(`created ${created}, replaced ${replaced}, kept ${kept}, refused ${refused}`)
  return refused === 0
}, 'signalbox import')

/** Opens an export file, or the newest snapshot of a bucket. */
async function opened(file: string, { settings }: OnStore): Promise<OpenExport> {
  if (!isBucket(file)) return openExport(file)
  const { linesOfSnapshot } = await import('../snapshots/read-snapshots.ts')
  return copyExport(linesOfSnapshot(file, settings))
}

const isFromElsewhere = ({ from, drop, environment, project, 'dry-run': dryRun }: OnStore): boolean =>
  [from, drop, environment, project, dryRun].some((word) => word !== undefined)

/** Prints the report of an import from another product. Resolves with whether nothing was refused. */
async function importFrom(box: Signalbox, file: string, words: OnStore): Promise<boolean> {
  const { from = '', drop, keep = false, environment, project, 'dry-run': dryRun = false } = words
  const names = ['otoroshi', ...vendorNames]
  if (from === '') throw new Error('--dry-run, --drop, --environment and --project need --from PRODUCT')
  if (!names.includes(from))
    throw new Error(`--from must be one of ${names.join(', ')}: signalbox import --from ${names[0]} FILE`)
  const foreign = isVendorName(from) ? { drop } : { keep: keep || undefined, environment, project }
  const [unused] = Object.entries(foreign).find(([, word]) => word !== undefined) ?? []
  if (unused !== undefined) throw new Error(`--${unused} does not apply to --from ${from}: omit it`)
  const dropped = (drop ?? '').split(',').filter((name) => name !== '')
  const { lines, refused } = isVendorName(from)
    ? await (await import('./import-flags-file.ts')).importFlagsFile(box, file, {
        from,
        dryRun,
        keep,
        environment,
        project,
      })
    : await (await import('./import-otoroshi-file.ts')).importOtoroshiFile(box, file, { dryRun, drop: dropped })
  for (const line of lines) console.log(line)
  return refused === 0
}
