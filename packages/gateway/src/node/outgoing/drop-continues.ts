import type { Socket } from 'node:net'

/** Bytes of the head of an informational response, and how many 100 a response may follow. More are left to undici, which fails. */
const MOST_BYTES = 16_384
const MOST_DROPPED = 16

/** `HTTP/1.1 1`: where the status begins, and its first digit if the response is informational. */
const STATUS_AT = 9
const ONE = 0x31
const CR = 0x0d

/**
 * Drops each `100 Continue` that a server sends before its response. Clients must expect it unasked (RFC 9110, section 15.2),
 * but undici 8.12 fails then. Call it with a connection of HTTP/1 before its first request. Of a response that is not
 * informational, only one byte is looked at.
 */
export function dropContinues(socket: Socket): void {
  /** Whether the next bytes belong to a head. */
  let isDue = false
  let dropped = 0
  /** The beginning of a head. */
  let held: Buffer | undefined
  const { push, write } = socket

  // undici writes the head of a request as one text. Its other texts are the frames of chunks, which begin with a line end.
  socket.write = ((chunk: unknown, encoding: never, callback: never) => {
    if (typeof chunk === 'string' && chunk.charCodeAt(0) !== CR) {
      isDue = true
      dropped = 0
    }
    return write.call(socket, chunk as string, encoding, callback)
  }) as typeof write

  socket.push = (chunk: Buffer | null, encoding) => {
    if (!isDue) return push.call(socket, chunk, encoding)
    if (held === undefined && chunk !== null && chunk.length > STATUS_AT && chunk[STATUS_AT] !== ONE) {
      isDue = false
      return push.call(socket, chunk, encoding)
    }
    const all = held && chunk ? Buffer.concat([held, chunk]) : (chunk ?? held)
    held = undefined
    const isFull = all ? !take(all, chunk === null) : false
    return chunk === null ? push.call(socket, null) : !isFull
  }

  /** Passes on what is no 100, and holds the beginning of a head unless the connection has ended. Returns whether more may come. */
  function take(bytes: Buffer, isLast: boolean): boolean {
    let mayPush = true
    let from = 0
    while (from < bytes.length) {
      const rest = bytes.subarray(from)
      const head = isLast ? 'none' : headOf(rest)
      if (head === 'part') {
        held = rest
        return mayPush
      }
      if (head === 'none' || (head.isContinue && dropped >= MOST_DROPPED)) {
        isDue = false
        return push.call(socket, rest)
      }
      if (head.isContinue) dropped++
      else mayPush = push.call(socket, rest.subarray(0, head.length))
      from += head.length
    }
    return mayPush
  }
}

interface InformationalHead {
  readonly isContinue: boolean
  readonly length: number
}

const EXAMPLE = 'HTTP/1.1 100 '

/** The informational head with which bytes begin. `none`: they begin otherwise. `part`: it is not whole, or not yet known. */
function headOf(bytes: Buffer): InformationalHead | 'none' | 'part' {
  const known = bytes.toString('latin1', 0, EXAMPLE.length)
  // What has not come yet may be as in the example.
  const start = known + EXAMPLE.slice(known.length)
  // A 101 is the last head.
  if (!/^HTTP\/1\.\d 1(?!01)\d\d[ \r]$/.test(start)) return 'none'
  if (known.length < EXAMPLE.length) return 'part'
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.subarray(0, end < 0 ? bytes.length : end)
  // Lines that end otherwise are the parser's to judge, which takes them for no head.
  if (head.length > MOST_BYTES || /[^\r]\n/.test(head.toString('latin1'))) return 'none'
  return end < 0 ? 'part' : { isContinue: start.startsWith('100', STATUS_AT), length: end + 4 }
}
