import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { cannotBe } from '../files/files.ts'
import { readClaims, SETTINGS_FILE } from './claims.ts'
import type { Placed, Records } from './plan.ts'
import { printable } from './printable.ts'
import { type ReadValue, readRecords } from './read-records.ts'
import { idIn, type RecordKind, recordKinds, schemaOf, unknownKind } from './record-kinds.ts'
import { writableOf } from './writable.ts'

/** A folder of records. */
export interface Folder {
  readonly records: Records
  /** The kinds that have a file or a folder, even without records. */
  readonly kinds: ReadonlySet<string>
  /** The patterns of the ids that may be deleted, by kind. */
  readonly prune: ReadonlyMap<string, string>
}

/** The most problems that an error lists. */
const MOST_PROBLEMS = 50

/**
 * Reads a folder of records: the files `KIND.yaml` and those below the folders `KIND`, with the extension yaml, yml or json.
 * Other files and names that begin with a dot are ignored. Throws an `Error` that lists all problems, each with its file
 * and line: unknown kinds, records without an id, and ids that occur twice. `isRead` chooses among the files.
 */
export async function readFolder(path: string, isRead = (_file: string) => true): Promise<Folder> {
  const problems: string[] = []
  const records = new Map<string, Map<string, Placed>>()
  const prune = new Map<string, string>()
  const kinds = new Set<string>()

  for (const file of await filesBelow(path)) {
    if (!isRead(file)) continue
    const name = relative(path, file).split(sep).join('/')
    const shown = printable(name)
    const { values, problems: wrong } = readRecords(await readFile(file, 'utf8').catch(cannotBe('read', file)))
    problems.push(...wrong.map(({ line, problem }) => `${shown}:${line}: ${problem}`))
    if (name === SETTINGS_FILE) {
      readClaims(values, { prune, problem: (line, text) => problems.push(`${shown}:${line}: ${text}`) })
      continue
    }
    const kind = kindOf(name)
    if (!kind) {
      problems.push(`${shown}: ${unknownKind(name.replace(EXTENSION, ''))}`)
      continue
    }
    kinds.add(kind.kind)
    const known = records.get(kind.kind) ?? new Map<string, Placed>()
    records.set(kind.kind, known)
    for (const value of values) {
      const placeOf = (pointer: string) => `${shown}:${value.lineOf(pointer)}`
      const problem = add(kind, value, { known, placeOf })
      if (problem !== undefined) problems.push(`${placeOf('')}: ${problem}`)
    }
  }
  if (problems.length > 0) throw new Error(problemText(path, problems))
  return { records, kinds, prune }
}

function problemText(path: string, problems: readonly string[]): string {
  const more = problems.length > MOST_PROBLEMS ? [`and ${problems.length - MOST_PROBLEMS} more`] : []
  return [`${path} is invalid, so nothing was written:`, ...problems.slice(0, MOST_PROBLEMS), ...more].join('\n')
}

interface Adding {
  readonly known: Map<string, Placed>
  readonly placeOf: (pointer: string) => string
}

/** Adds a record to the records of its kind. Returns what is wrong with it, if anything. */
function add(kind: RecordKind, { value }: ReadValue, { known, placeOf }: Adding): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `a file of ${kind.kind} must contain a record or a list of records`
  const id = idIn(kind, value)
  if (id === undefined) return `the record has no ${kind.id}: it must be a text, such as ${kind.id}: "example"`
  const wrong = notJson(value)
  if (wrong !== undefined) return `${printable(wrong)} cannot be stored: only values of JSON can`
  const other = known.get(id)
  if (other) return `${kind.kind} ${printable(id)} is also in ${other.placeOf?.('')}: remove one of them`
  known.set(id, { record: writableOf(schemaOf(kind), value), placeOf })
  return undefined
}

/** Finds a value that JSON cannot express, such as `.nan`. */
function notJson(value: unknown, at = ''): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${at || 'The record'} (${value})`
  if (typeof value === 'bigint' || value === undefined) return at
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = notJson(member, `${at}/${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

const EXTENSION = /\.(ya?ml|json)$/i

/** The kind of a file by its path in the folder: `features/a.yaml`, `features/shop/a.yaml` or `features.yaml`. */
export function kindOf(name: string): RecordKind | undefined {
  const bare = name.replace(EXTENSION, '')
  return recordKinds.find(({ kind }) => bare === kind || bare.startsWith(`${kind}/`))
}

/**
 * The files of records below a folder, in the order of their names. Follows links, but not in circles. Throws an `Error` for a
 * link that leads out of the folder: the author of a proposed change must not choose what else is read or written.
 */
export async function filesBelow(path: string, around: readonly string[] = []): Promise<string[]> {
  const real = await realpath(path).catch(cannotBe('read', path, 'name a folder of records'))
  const [root = real] = around
  checkWithin(root, { real, path })
  if (around.includes(real)) return []
  const names = await readdir(real).catch(cannotBe('read', path, 'name a folder of records'))
  const found: string[] = []
  for (const name of names.sort()) {
    if (name.startsWith('.') || isOwn(name, around)) continue
    const file = join(path, name)
    const stats = await stat(file).catch(cannotBe('read', file))
    if (stats.isDirectory()) found.push(...(await filesBelow(file, [...around, real])))
    else if (stats.isFile() && EXTENSION.test(name)) {
      checkWithin(root, { real: await realpath(file).catch(cannotBe('read', file)), path: file })
      found.push(file)
    }
  }
  return found
}

function checkWithin(root: string, { real, path }: { real: string; path: string }): void {
  if (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)) return
  throw new Error(
    `${path} is a link out of the folder: replace it by a folder or a file, or name the folder that it leads to`,
  )
}

/** Whether a file at the top is the config file of the command. */
const isOwn = (name: string, around: readonly string[]): boolean =>
  around.length === 0 && /^signalbox\.config\./.test(name)
