import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Spool, SpoolEntry } from '../../state/state.ts'
import { replaceFile, syncFolder } from './durable-file.ts'
import { lineOfEntry, lineOfRemoval, readLines } from './spool-lines.ts'

/** A spool with a file. */
export interface FileSpool extends Spool {
  /** Writes what was added and removed, and closes the file. */
  close(): Promise<void>
}

interface FileSpoolOptions {
  readonly path: string
  /** Spools whose entries are moved to this one when it is loaded. @default none */
  readonly left?: (() => Promise<readonly string[]>) | undefined
  /** The most bytes of entries. */
  readonly most: number
  /** Files with fewer bytes are not compacted. */
  readonly leastToCompact: number
  readonly report: (error: unknown) => void
}

/** A file is compacted when it has more than this times the bytes of its entries. */
const WASTE = 2

/**
 * Creates a spool that appends lines to a file: one for each entry, and one for each removal. Each has a checksum, so that
 * a line that was written in part is found. When most of the file is removed, the rest is written to a new one.
 */
export function fileSpool({ path, left, most, leastToCompact, report }: FileSpoolOptions): FileSpool {
  const kept = new Map<number, string>()
  let file: FileHandle | undefined
  let last = 0
  let size = 0
  let dropped = 0
  let fileSize = 0
  let pending: string[] = []
  /** Whether the end of the file is unknown, because writing failed. */
  let isBroken = false
  let isClosed = false
  /** The write that is under way, and the one after it, which takes everything that is pending then. */
  let writing: Promise<void> | undefined
  let following: Promise<void> | undefined
  let timer: ReturnType<typeof setImmediate> | undefined

  function forget(number: number): boolean {
    const text = kept.get(number)
    if (text === undefined) return false
    kept.delete(number)
    size -= Buffer.byteLength(text)
    pending.push(lineOfRemoval(number))
    return true
  }

  function dropOldest(): void {
    for (const number of kept.keys()) {
      if (size <= most || kept.size === 1) return
      forget(number)
      if (dropped++ === 0)
        report(
          new Error(
            `${path} reached its limit of ${most} bytes: the oldest entries are dropped. Restore the connection, or raise spoolLimit`,
          ),
        )
    }
  }

  async function write(): Promise<void> {
    const lines = pending
    pending = []
    const text = lines.join('')
    if (isBroken || isWasteful(text)) return rewrite()
    try {
      if (lines.length > 0) await file?.appendFile(text)
      await file?.datasync()
      fileSize += Buffer.byteLength(text)
    } catch (error) {
      isBroken = true
      throw error
    }
  }

  const isWasteful = (text: string): boolean => {
    const next = fileSize + text.length
    return next > leastToCompact && next > size * WASTE
  }

  /** Writes what is kept to a new file. */
  async function rewrite(): Promise<void> {
    isBroken = true
    const lines = [...kept].map(([number, text]) => lineOfEntry({ number, text }))
    await file?.close()
    file = undefined
    await replaceFile(path, lines.join(''))
    file = await open(path, 'a', 0o600)
    fileSize = (await file.stat()).size
    isBroken = false
  }

  /** Writes what is pending. Calls during a write share the next one. */
  function flush(): Promise<void> {
    if (following) return following
    if (!writing) {
      writing = write().finally(() => {
        writing = undefined
      })
      return writing
    }
    following = writing
      .catch(() => {})
      .then(() => {
        following = undefined
        return flush()
      })
    return following
  }

  /** Writes soon, so that little is lost if the process is killed. The next `sync` reports failures. */
  function flushSoon(): void {
    timer ??= setImmediate(() => {
      timer = undefined
      flush().catch(() => {})
    })
  }

  function add(text: string): number {
    if (isClosed || (!file && !isBroken)) throw new Error(`${path} is not loaded, or is closed`)
    if (text.includes('\n')) throw new RangeError('An entry of a spool is one line')
    const number = ++last
    kept.set(number, text)
    size += Buffer.byteLength(text)
    pending.push(lineOfEntry({ number, text }))
    if (size > most) dropOldest()
    return number
  }

  return {
    async load() {
      const content = await contentOf(path)
      const read = readLines(content)
      if (read.broken > 0) report(new Error(`${path} has ${read.broken} lines that are not whole: they are left out`))
      for (const { number, text } of read.entries) {
        kept.set(number, text)
        size += Buffer.byteLength(text)
      }
      last = read.last
      if (read.isUntidy) await rewrite()
      else {
        file = await open(path, 'a', 0o600)
        fileSize = Buffer.byteLength(content)
        await syncFolder(dirname(path))
      }
      for (const one of (await left?.()) ?? []) {
        for (const { text } of readLines(await contentOf(one)).entries) add(text)
        await flush()
        await rm(one)
      }
      return [...kept].map(([number, text]): SpoolEntry => ({ number, text }))
    },
    add,
    sync: () => (pending.length > 0 || isBroken ? flush() : (following ?? writing ?? Promise.resolve())),
    remove(number) {
      if (forget(number) && !isClosed) flushSoon()
    },
    get size() {
      return size
    },
    get dropped() {
      return dropped
    },
    async close() {
      if (isClosed) return
      isClosed = true
      if (timer) clearImmediate(timer)
      try {
        if (pending.length > 0 || isBroken) await flush()
        else await (following ?? writing)
      } finally {
        await file?.close()
        file = undefined
      }
    },
  }
}

const contentOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
