import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { head } from './raw.fixture.ts'

/** The part of an event that the tests check. */
export interface Seen {
  readonly _id: number
  readonly key: string
  readonly type: string
}

/** Reads an event stream from a socket, frame by frame, without a library. */
export interface EventReader {
  /** The events read so far. */
  readonly seen: readonly Seen[]
  /** Resolves when the stream has started. */
  readonly open: Promise<void>
  /** Resolves when either side has closed the connection. */
  readonly ended: Promise<void>
  /** Resolves after `count` events; rejects if the connection ends earlier. */
  until(count: number): Promise<void>
  /** Pauses reading from the socket. */
  pause(): void
  resume(): void
  destroy(): void
}

/** What to read, and a callback for each event. */
export interface Reading {
  readonly path?: string
  readonly lastEventId?: number | undefined
  readonly onEvent?: (event: Seen, reader: { destroy(): void }) => void
}

/** Opens `path` on a server. Uses HTTP/1.0, so that only the stream itself is on the socket. */
export function readEvents(url: string, { path = '/api/events', lastEventId, onEvent }: Reading = {}): EventReader {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  const seen: Seen[] = []
  const watchers = new Set<() => void>()
  const tell = () => {
    for (const watcher of watchers) watcher()
  }
  let text = ''
  let isOpen = false
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOver = true
      resolve()
      tell()
    })
  })
  const when = (holds: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (holds()) resolve()
        else if (isOver) reject(new Error(`The stream ended after ${seen.length} events: ${text.slice(0, 200)}`))
        else return
        watchers.delete(look)
      }
      watchers.add(look)
      look()
    })

  function take(frame: string): void {
    const [first = '', second = ''] = frame.split('\n')
    if (first.startsWith(': ')) return
    const event = JSON.parse(second.slice('data: '.length)) as Seen
    if (first !== `id: ${event._id}`) throw new Error(`A frame is not an id and data: ${frame.slice(0, 200)}`)
    const one = { _id: event._id, key: event.key, type: event.type }
    seen.push(one)
    onEvent?.(one, { destroy })
  }

  function destroy(): void {
    isOver = true
    socket.destroy()
  }

  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
    if (!isOpen) {
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!text.includes(' 200 ')) return destroy()
      isOpen = true
      text = text.slice(end + 4)
    }
    for (let end = text.indexOf('\n\n'); end >= 0 && !isOver; end = text.indexOf('\n\n')) {
      const frame = text.slice(0, end)
      text = text.slice(end + 2)
      take(frame)
    }
    tell()
  })
  const resumed = lastEventId === undefined ? {} : { 'Last-Event-Id': lastEventId }
  socket.write(head('GET', path, resumed).replace('HTTP/1.1', 'HTTP/1.0'))
  return {
    seen,
    open: when(() => isOpen),
    ended,
    until: (count) => when(() => seen.length >= count),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy,
  }
}
