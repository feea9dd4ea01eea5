import type { FileHandle } from 'node:fs/promises'

/** A line of a file. */
export interface FileLine {
  /** Without its line break. */
  readonly text: string
  /** The bytes of the file before the line. */
  readonly from: number
  /** The bytes of the file up to its end, with the line break. */
  readonly to: number
}

const NEWLINE = 0x0a
const CHUNK_BYTES = 256 * 1024

/** Reads the lines of a part of a file: from one byte up to another. */
export async function* fileLines(file: FileHandle, from: number, to: number): AsyncGenerator<FileLine> {
  const parts: Buffer[] = []
  let start = from
  const take = (end: number): FileLine => {
    const line = { text: Buffer.concat(parts).toString(), from: start, to: end }
    parts.length = 0
    start = end
    return line
  }
  let at = from
  while (at < to) {
    const length = Math.min(CHUNK_BYTES, to - at)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(length), position: at })
    if (bytesRead === 0) break // the file was cut meanwhile
    let rest = buffer.subarray(0, bytesRead)
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      parts.push(rest.subarray(0, end))
      at += end + 1
      yield take(at)
      rest = rest.subarray(end + 1)
    }
    parts.push(rest)
    at += rest.length
  }
  if (at > start) yield take(at)
}
