import type { Socket } from 'node:net'

/** A way in which a backend fails. */
export interface FaultRow {
  readonly name: string
  /** What the backend does with a request; `nth` counts from 1. Absent: nobody listens. */
  readonly behave?: (socket: Socket, nth: number) => void
  /** What the client gets in the end. */
  readonly status: number
  readonly cause?: string
  /** Whether the response is cut off after its head. */
  readonly cut?: boolean
  /** What differs with `fetch`, which does not see it. */
  readonly onFetch?: Partial<Pick<FaultRow, 'behave' | 'status' | 'cause'>>
  /** Whether bytes of the request left. @default true */
  readonly wasSent?: false
}

const OK = 'HTTP/1.1 200 OK\r\n'
const ok = `${OK}Content-Length: 2\r\n\r\nok`
const hint = 'HTTP/1.1 103 Early Hints\r\n\r\n'
const unreachable = { status: 502, cause: 'errors.backend.unreachable' } as const
const bad = { status: 502, cause: 'errors.backend.bad.response' } as const
const late = { status: 504, cause: 'errors.backend.timeout' } as const

/** Sends bytes, then resets the connection. */
const thenReset = (bytes: string) => (socket: Socket) => socket.write(bytes, () => socket.resetAndDestroy())
const say = (bytes: string) => (socket: Socket) => void socket.write(bytes)

/** Sends something again and again, until the connection is closed. */
const forever = (first: string, more: string) => (socket: Socket) => {
  const go = (): void => {
    if (!socket.destroyed) socket.write(more, go)
  }
  socket.write(first, go)
}

/** Calls of a backend with a limit of 200 ms for a head, and of 250 ms for silence. */
export const faultRows: readonly FaultRow[] = [
  { name: 'nobody listens', ...unreachable, wasSent: false },
  { name: 'it accepts and is silent', behave: () => {}, ...late },
  {
    name: 'the head comes too late',
    behave: (socket) => void setTimeout(() => socket.write(ok), 400),
    ...late,
  },
  { name: 'it closes before the head', behave: (socket) => void socket.end(), ...unreachable },
  { name: 'it resets before the head', behave: thenReset(''), ...unreachable },
  { name: 'it resets in the head', behave: thenReset('HTTP/1.1 200 OK\r\nContent-'), ...unreachable },
  { name: 'it resets in the body', behave: thenReset(`${OK}Content-Length: 9\r\n\r\nab`), status: 200, cut: true },
  { name: 'it stops in the body', behave: say(`${OK}Content-Length: 9\r\n\r\nab`), status: 200, cut: true },
  {
    name: 'chunks stop with a closed connection',
    behave: (socket) => void socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`),
    status: 200,
    cut: true,
  },
  { name: 'it says garbage', behave: say('garbage\r\n\r\n'), ...bad },
  {
    name: 'its status is 999',
    behave: say('HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n'),
    ...bad,
    // The `fetch` of Node would keep the connection for four seconds.
    onFetch: { behave: say('HTTP/1.1 999 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n') },
  },
  { name: 'its head has 20 KB', behave: say(`${OK}X: ${'a'.repeat(20_000)}\r\n\r\n`), ...bad },
  { name: 'its head has 2,000 headers', behave: say(`${OK}${'X-Filler: a\r\n'.repeat(2000)}\r\n`), ...bad },
  { name: 'its head does not end', behave: forever(OK, 'X: aaaaaaaa\r\n'.repeat(1000)), ...bad },
  { name: 'it sends 103 without end', behave: forever(hint, hint.repeat(100)), ...bad, onFetch: late },
  {
    name: 'it says two lengths',
    behave: say(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`),
    ...bad,
  },
]
