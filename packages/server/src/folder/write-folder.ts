import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { cannotBe } from '../files/files.ts'
import type { Records } from './plan.ts'
import { nameOf } from './plan-lines.ts'
import { printable } from './printable.ts'
import { filesBelow, kindOf, readFolder } from './read-folder.ts'
import { readRecords } from './read-records.ts'
import { idIn, type RecordKind } from './record-kinds.ts'
import { MARK, recordText } from './record-text.ts'
import { removeUnfinished, replaceFile } from './replace-file.ts'

/** The most characters of an id that a file name repeats. */
const MOST_REPEATED_CHARACTERS = 100

/** Characters that every file system keeps as they are, and no shell expands. */
const UNSAFE = /[^a-z0-9_@.:-]|^[.-]|\.$/g

/** Names of devices, which Windows reserves with every extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/

/**
 * The name of the file of a record, without its extension: `shop+express` for `shop:express`. Different ids have different names
 * on every file system, even if it ignores case. Names of other ids than lower-case letters, digits, `_@.-` and colons
 * end in `~` and a part of the id's SHA-256.
 */
export function fileNameOf(id: string): string {
  const short = id.slice(0, MOST_REPEATED_CHARACTERS)
  const isPlain = id !== '' && short === id && id.search(UNSAFE) < 0 && !DEVICE.test(id)
  const readable = short.toLowerCase().replace(UNSAFE, '_').replaceAll(':', '+')
  if (isPlain) return readable
  const digest = createHash('sha256').update(JSON.stringify(id)).digest('hex').slice(0, 16)
  return `${DEVICE.test(readable) || readable === '' ? '_' : ''}${readable}~${digest}`
}

/** Which records are written. */
export interface WriteFolderOptions {
  readonly kinds: readonly RecordKind[]
  readonly records: Records
  /** Whether a record that is in the folder but not in `records` is gone, so that its file is removed. */
  readonly isGone: (kind: RecordKind, id: string) => boolean
  /** Whether only the user of this process may read the files. @default false */
  readonly isSecret?: boolean
}

/** How many files were written, removed, and left as they were. */
export interface WrittenFolder {
  readonly written: number
  readonly removed: number
  readonly unchanged: number
}

const FOR_ITS_OWNER = 0o600
const FOR_ALL = 0o666

/**
 * Writes each record to the file `KIND/ID.yaml` of a folder, and removes the files of records that are gone. Files that this did
 * not write are left as they are. Throws an `Error`, before it writes, for a record that is in such a file.
 */
export async function writeFolder(
  path: string,
  { kinds, records, isGone, isSecret = false }: WriteFolderOptions,
): Promise<WrittenFolder> {
  await mkdir(path, { recursive: true }).catch(cannotBe('written', path))
  const texts = new Map<string, string>()
  for (const kind of kinds)
    for (const [id, { record }] of records.get(kind.kind) ?? []) texts.set(fileOf(path, kind, id), recordText(record))
  const own = await ownFiles(path)
  await checkForeign(path, { kinds, records, own, texts })
  for (const kind of kinds) await removeUnfinished(folderOf(path, kind))
  const gone = [...own].filter(([file, { kind, id }]) => !texts.has(file) && isGone(kind, id)).map(([file]) => file)

  let unchanged = 0
  for (const [file, text] of texts)
    if (own.get(file)?.text === text) unchanged++
    else await replaceFile(file, { text, mode: isSecret ? FOR_ITS_OWNER : FOR_ALL })
  for (const file of gone) {
    await rm(file).catch(cannotBe('written', file))
    await rmdir(dirname(file)).catch(() => {}) // fails unless the folder is empty
  }
  return { written: texts.size - unchanged, removed: gone.length, unchanged }
}

/** A file that an export has written. */
interface OwnFile {
  readonly text: string
  readonly kind: RecordKind
  readonly id: string
}

/** The files below a folder that an export has written: each has the mark, and the one record that its name stands for. */
async function ownFiles(path: string): Promise<ReadonlyMap<string, OwnFile>> {
  const found = new Map<string, OwnFile>()
  for (const file of await filesBelow(path)) {
    const text = await readFile(file, 'utf8').catch(cannotBe('read', file))
    const kind = kindOf(nameIn(path, file))
    if (!kind || !text.startsWith(`${MARK}\n`) || (await lstat(file)).isSymbolicLink()) continue
    const [value, ...others] = readRecords(text).values
    const id = value && others.length === 0 ? idIn(kind, Object(value.value)) : undefined
    if (id !== undefined && file === fileOf(path, kind, id)) found.set(file, { text, kind, id })
  }
  return found
}

const folderOf = (path: string, { kind }: RecordKind): string => join(path, ...kind.split('/'))
const fileOf = (path: string, kind: RecordKind, id: string): string =>
  join(folderOf(path, kind), `${fileNameOf(id)}.yaml`)

const nameIn = (path: string, file: string): string => relative(path, file).split(sep).join('/')

interface Comparing extends Pick<WriteFolderOptions, 'kinds' | 'records'> {
  readonly own: ReadonlyMap<string, OwnFile>
  readonly texts: ReadonlyMap<string, string>
}

/** Throws if a record to be written is in a file that an export did not write, or if such a file is in the way. */
async function checkForeign(path: string, { kinds, records, own, texts }: Comparing): Promise<void> {
  const foreign = await readFolder(path, (file) => !own.has(file))
  for (const kind of kinds)
    for (const [id, { placeOf }] of foreign.records.get(kind.kind) ?? [])
      if (records.get(kind.kind)?.has(id))
        throw new Error(
          `${nameOf(kind, id)} is in ${placeOf?.('')}, which signalbox export did not write: remove it there, or export to another folder`,
        )
  for (const file of texts.keys()) {
    const exists = await lstat(file).catch(() => undefined)
    if (exists && !own.has(file))
      throw new Error(
        `${printable(nameIn(path, file))} is in the way, and signalbox export did not write it: move it away`,
      )
  }
}
