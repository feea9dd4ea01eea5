/**
 * Many readers of an event stream in one process, each on its own socket. Checks the id of every frame, and for some
 * readers the age of every event.
 */
import { connect, type Socket } from 'node:net'
import { answerWith } from '../child.ts'

/** Either opens readers, or waits until each has seen a number of events and reports the readings. */
export type Ask =
  | { readonly port: number; readonly readers: number; readonly path?: string; readonly stalled?: boolean }
  | { readonly events: number }

/** What the readers saw. */
export interface Readings {
  /** How many readers saw every event once and in order. */
  readonly whole: number
  readonly frames: number
  /** Milliseconds from publisher to reader, sorted. */
  readonly ages: readonly number[]
  /** Whether the idle reader was disconnected, found out once it read again. */
  readonly isCut: boolean
}

/** One in this many readers measures the age of events. */
const SAMPLE = 25
const readers: { count: number; last: number; isWrong: boolean; isEnded: boolean }[] = []
const ages: number[] = []
let stalled: Socket | undefined
let isCut = false

function open(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve(socket))
    socket.once('close', () => reject(new Error('A stream ended before it began')))
  })
}

async function openReader(port: number, path: string): Promise<void> {
  const state = { count: 0, last: 0, isWrong: false, isEnded: false }
  const looksAtAge = readers.push(state) % SAMPLE === 0
  const socket = await open(port, path)
  let rest = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    const text = rest + part
    const whole = text.lastIndexOf('\n') + 1
    rest = text.slice(whole)
    for (let at = text.indexOf('id: '); at >= 0 && at < whole; at = text.indexOf('\nid: ', at)) {
      if (text[at] === '\n') at++
      const id = Number.parseInt(text.slice(at + 4, at + 22), 10)
      if (!(id > state.last)) state.isWrong = true
      state.last = id
      state.count++
    }
    if (!looksAtAge) return
    const now = performance.timeOrigin + performance.now()
    for (const [, sent] of text.slice(0, whole).matchAll(/"payload":\{"id":"bench","value":([\d.]+)/g))
      ages.push(now - Number(sent))
  })
  socket.once('close', () => {
    state.isEnded = true
  })
}

async function readings(events: number): Promise<Readings> {
  while (readers.some(({ count, isEnded }) => count < events && !isEnded)) await new Promise((r) => setTimeout(r, 5))
  stalled?.resume()
  if (stalled)
    await new Promise<void>((resolve) => {
      stalled?.once('close', () => resolve())
      setTimeout(resolve, 5000).unref()
    })
  const result = {
    whole: readers.filter(({ count, isWrong, isEnded }) => count === events && !isWrong && !isEnded).length,
    frames: readers.reduce((sum, { count }) => sum + count, 0),
    ages: ages.splice(0).sort((a, b) => a - b),
    isCut,
  }
  for (const state of readers) state.count = 0
  return result
}

answerWith(async (ask: Ask) => {
  if ('events' in ask) return readings(ask.events)
  const { port, path = '/api/events', readers: wanted } = ask
  for (let opened = 0; opened < wanted; opened += 50)
    await Promise.all(Array.from({ length: Math.min(50, wanted - opened) }, () => openReader(port, path)))
  if (ask.stalled) {
    stalled = await open(port, '/api/events')
    stalled.pause().once('close', () => {
      isCut = true
    })
  }
  return {}
})
