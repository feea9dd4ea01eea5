import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns, for each file, which of the others it is imported by. Follows relative imports only. */
export function importersAmong(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s?'(\.[^']*)'/g)) {
      const imported = join(dirname(file), path)
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  return importers
}

/**
 * Groups files by how many imports lead from them to another file, the nearest first. Files that no import leads from
 * are the last group.
 */
export function byDistance(
  file: string,
  files: ReadonlySet<string>,
  importers: ReadonlyMap<string, readonly string[]>,
): string[][] {
  const groups: string[][] = []
  const seen = new Set([file])
  for (let level: readonly string[] = [file]; level.length > 0; ) {
    const next = level.flatMap((one) => importers.get(one) ?? []).filter((one) => !seen.has(one))
    level = [...new Set(next)]
    for (const one of level) seen.add(one)
    const group = level.filter((one) => files.has(one))
    if (group.length > 0) groups.push(group)
  }
  return [...groups, [...files].filter((one) => !seen.has(one))]
}
