import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faults } from './parts.ts'

/** The test that found a fault. */
export interface Finder {
  /** The path of its file in the repository. */
  readonly file: string
  /** Its full name, with the names of its suites. */
  readonly test: string
}

const path = join(import.meta.dirname, 'found-by.json')

/** Returns which test found each fault the last time, by what the fault breaks. */
export function readFinders(): Record<string, Finder> {
  const lines: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'))
  return Object.fromEntries(
    Object.entries(lines).map(([breaks, line]) => {
      const [file = '', ...names] = line.split(' > ')
      return [breaks, { file, test: names.join(' > ') }]
    }),
  )
}

/** Writes a line for each fault that was found, in the order of the faults. */
export function writeFinders(finders: Readonly<Record<string, Finder>>): void {
  const found = faults.flatMap(({ breaks }) => {
    const finder = finders[breaks]
    return finder ? [[breaks, `${finder.file} > ${finder.test}`]] : []
  })
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(found), undefined, 2)}\n`)
}
