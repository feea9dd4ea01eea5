import { crc32 } from 'node:zlib'
import type { SpoolEntry } from '../../state/state.ts'

/** What a file of lines says. */
export interface SpoolContent {
  /** The entries that are not removed, the oldest first. */
  readonly entries: readonly SpoolEntry[]
  /** The highest number of an entry, 0 if there was none. */
  readonly last: number
  /** Lines that cannot be read, because the process or the disk failed while they were written. */
  readonly broken: number
  /** Whether the file has anything but the lines of `entries`. */
  readonly isUntidy: boolean
}

/** The line that adds an entry. */
export const lineOfEntry = ({ number, text }: SpoolEntry): string => checked(`+${number} ${text}`)

/** The line that removes an entry. */
export const lineOfRemoval = (number: number): string => checked(`-${number}`)

/** Reads lines. A line that is not whole, or was changed, is left out and counted. */
export function readLines(content: string): SpoolContent {
  const entries = new Map<number, SpoolEntry>()
  let last = 0
  let broken = 0
  let isUntidy = false
  let begin = 0
  while (begin < content.length) {
    const end = content.indexOf('\n', begin)
    const read = end === -1 ? undefined : readLine(content.slice(begin, end))
    begin = end === -1 ? content.length : end + 1
    if (!read) broken++
    else if (read.text === undefined) {
      entries.delete(read.number)
      isUntidy = true
    } else {
      entries.set(read.number, { number: read.number, text: read.text })
      last = Math.max(last, read.number)
    }
  }
  return { entries: [...entries.values()], last, broken, isUntidy: isUntidy || broken > 0 }
}

const LINE = /^([0-9a-f]{8}) (?:\+(\d+) (.*)|-(\d+))$/su

function readLine(line: string): { readonly number: number; readonly text: string | undefined } | undefined {
  const [, sum, added, text, removed] = LINE.exec(line) ?? []
  if (sum === undefined || sum !== sumOf(line.slice(sum.length + 1))) return undefined
  return { number: Number(added ?? removed), text }
}

const checked = (text: string): string => `${sumOf(text)} ${text}\n`

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0')
