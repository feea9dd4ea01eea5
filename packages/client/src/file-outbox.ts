import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OutboxStore, Queued } from './live/outbox/outbox-store.ts'

/** How many lines of sent entries may be in the file before it is rewritten. */
const MOST_SENT = 10_000

/**
 * Persists queued `displayed` and `won` in a file until the server has received them. If the program is killed, the
 * next one with the same file sends the rest. JSON lines are appended before `displayed` and `won` return, which takes
 * microseconds; they survive a crash of the program, but not of the machine. Creates the folder. Only one program at a
 * time may use a file.
 *
 * @example
 * ```ts
 * const flags = live(client, { outbox: fileOutbox('outbox.ndjson') })
 * ```
 */
export function fileOutbox(path: string): OutboxStore {
  /** The line of each entry that is not sent yet, by its key. */
  const waiting = new Map<string, string>()
  let file: number | undefined
  let sentLines = 0

  function opened(): number {
    file ??= open(path)
    return file
  }

  /** Replaces the old file as a whole: readers see either the old lines or the new ones, even after a crash. */
  function writeAnew(): void {
    const beside = `${path}.${randomUUID()}.tmp`
    const next = open(beside)
    try {
      write(next, [...waiting.values()].join(''))
      renameSync(beside, path)
    } catch (error) {
      closeSync(next)
      rmSync(beside, { force: true })
      throw error
    }
    if (file !== undefined) closeSync(file)
    file = next
    sentLines = 0
  }

  return {
    load(report) {
      const queued = new Map<string, Queued>()
      const unreadable: number[] = []
      for (const [index, line] of read(path).split('\n').entries()) {
        if (line === '') continue
        const { sent, ...one } = parse(line)
        if (sent !== undefined) queued.delete(sent)
        else if (isQueued(one)) queued.set(one.idempotencyKey, one)
        else unreadable.push(index + 1)
      }
      if (unreadable.length > 0) report(unread(path, unreadable))
      for (const one of queued.values()) waiting.set(one.idempotencyKey, toLine(one))
      return [...queued.values()]
    },
    add(queued) {
      const line = toLine(queued)
      waiting.set(queued.idempotencyKey, line)
      write(opened(), line)
    },
    remove({ idempotencyKey }) {
      waiting.delete(idempotencyKey)
      if (waiting.size > 0) write(opened(), toLine({ sent: idempotencyKey }))
      else ftruncateSync(opened())
      sentLines = waiting.size > 0 ? sentLines + 1 : 0
      if (sentLines > Math.max(MOST_SENT, waiting.size)) writeAnew()
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** Readable only by the owner, because the file names clients. */
function open(path: string): number {
  mkdirSync(dirname(path), { recursive: true })
  return openSync(path, 'a', 0o600)
}

/** Repeats partial writes, as a nearly full disk makes them. */
function write(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Each line starts with its line break, so that a truncated line before it stays on a line of its own. */
const toLine = (value: object): string => `\n${JSON.stringify(value)}`

type Line = Partial<Queued> & { readonly sent?: string }

function parse(line: string): Line {
  try {
    return Object(JSON.parse(line)) as Line
  } catch {
    return {}
  }
}

function isQueued(line: Partial<Queued>): line is Queued {
  const { kind, id, clientId, idempotencyKey } = line
  const texts = [id, clientId, idempotencyKey]
  return (kind === 'displayed' || kind === 'won') && texts.every((text) => typeof text === 'string')
}

const unread = (path: string, lines: readonly number[]) =>
  new Error(`${path} has ${lines.length} invalid lines, which are skipped; the first is line ${lines[0]}`)
