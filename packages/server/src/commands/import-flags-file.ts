import { readFile } from 'node:fs/promises'
import type { Signalbox } from '@signalbox/core'
import { type ImportFlagsOptions, importFlags, reportLines } from '@signalbox/migrate'
import { loadVendor } from '@signalbox/migrate/vendors'
import { cannotBe } from '../files/files.ts'

/** Imports the flags of a file from another product. Returns the lines to print, and how many records were refused. */
export async function importFlagsFile(box: Signalbox, path: string, options: Omit<ImportFlagsOptions, 'text'>) {
  const { label } = await loadVendor(options.from)
  const text = await readFile(path, 'utf8').catch(cannotBe('read', path, `name a file exported from ${label}`))
  const report = await importFlags(box, { ...options, text })
  return { lines: reportLines(report, label), refused: report.failures.length }
}
