import type { Duplex } from 'node:stream'
import { SignalboxError } from '@signalbox/core/wire'
import { reasonOf } from '../reason-of.ts'
import {
  type Command,
  commands,
  type FrameReader,
  type FrameWriter,
  frame,
  RESPONSE,
  read,
  splitFrames,
} from './wire.ts'

/** A connection to a broker that speaks the stream protocol, for one publisher. */
export interface StreamConnection {
  /** The longest frame that the broker takes, in bytes. */
  readonly frameMax: number
  /** Sends a request and resolves with the response after its code. Rejects unless the code is OK or `accepts` it. */
  call(command: Command, write: (writer: FrameWriter) => void, accepts?: readonly number[]): Promise<FrameReader>
  /** Sends a frame, and resolves when the broker has stored every message in it. */
  publish(frame: PublishFrame): Promise<void>
  readonly isOpen: boolean
  /** Ends it at once. Pending calls reject. */
  destroy(): void
}

/** A frame with messages, and their publishing ids. */
export interface PublishFrame {
  readonly bytes: Buffer
  readonly ids: readonly number[]
}

interface ConnectionOptions {
  readonly socket: Duplex
  /** For messages, without credentials. */
  readonly address: string
  readonly user: string
  readonly password: string
  readonly virtualHost: string
}

interface Waiting {
  resolve(reader: FrameReader): void
  reject(error: Error): void
  readonly accepts: readonly number[]
}

const OK = 1
/** Seconds after which a side may take the other one for lost. */
const HEARTBEAT_S = 20

/** Two heartbeats of this side fall between two of the other. */
const MOST_UNHEARD = 4

/** The codes of failures. */
const failures: Readonly<Record<number, string>> = {
  2: 'the stream does not exist',
  6: 'the stream is not available',
  8: 'the broker rejects the credentials',
  12: 'the virtual host cannot be used',
  14: 'the message is longer than a frame of the broker may be',
  16: 'the user may not use the stream',
  17: 'a precondition failed',
  18: 'the publisher does not exist',
}

/** Opens a connection over a socket: authenticates, and agrees on the length of frames. Rejects with UNAVAILABLE. */
export async function openConnection(options: ConnectionOptions): Promise<StreamConnection> {
  const { socket, address, user, password, virtualHost } = options
  const waiting = new Map<number, Waiting>()
  const unconfirmed = new Map<number, { done(): void; failed(error: Error): void }>()
  const tuned = Promise.withResolvers<{ frameMax: number; heartbeat: number }>()
  let correlation = 0
  let failure: Error | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  /** How many heartbeats this side has sent since the last frame of the other. */
  let unheard = 0

  const unavailable = (why: string, cause?: unknown) =>
    new SignalboxError('UNAVAILABLE', `The stream of ${address} cannot be written: ${why}`, { cause })

  function end(error: Error): void {
    if (failure) return
    failure = error
    clearInterval(beat)
    socket.destroy()
    tuned.reject(error)
    for (const one of waiting.values()) one.reject(error)
    for (const one of unconfirmed.values()) one.failed(error)
  }

  function onFrame(bytes: Buffer): void {
    unheard = 0
    const reader = read(bytes)
    const key = reader.u16()
    reader.u16()
    if (key & RESPONSE) answered(reader)
    else onCommand[key]?.(reader)
  }

  function answered(reader: FrameReader): void {
    const id = reader.u32()
    const found = waiting.get(id)
    waiting.delete(id)
    const code = reader.u16()
    if (code === OK || found?.accepts.includes(code)) found?.resolve(reader)
    else found?.reject(unavailable(failures[code] ?? `the broker answers with code ${code}`))
  }

  /** What the broker sends on its own. */
  const onCommand: Readonly<Record<number, (reader: FrameReader) => void>> = {
    [commands.tune]: (reader) => tuned.resolve({ frameMax: reader.u32(), heartbeat: reader.u32() }),
    [commands.publishConfirm](reader) {
      reader.u8()
      for (let count = reader.u32(); count > 0; count--) unconfirmed.get(reader.u64())?.done()
    },
    [commands.publishError](reader) {
      reader.u8()
      for (let count = reader.u32(); count > 0; count--) {
        const id = reader.u64()
        const code = reader.u16()
        unconfirmed.get(id)?.failed(unavailable(failures[code] ?? `a message is refused with code ${code}`))
      }
    },
    [commands.metadataUpdate]: () => end(unavailable('the stream has moved or was deleted')),
    [commands.close](reader) {
      const id = reader.u32()
      const code = reader.u16()
      socket.write(frame('close', RESPONSE).u32(id).u16(OK).end())
      end(unavailable(`the broker closes the connection: ${reader.text()} (${code})`))
    },
  }

  const connection = {
    frameMax: 0,
    get isOpen() {
      return failure === undefined
    },
    call(command: Command, write: (writer: FrameWriter) => void, accepts: readonly number[] = []) {
      if (failure) return Promise.reject(failure)
      const id = ++correlation
      const writer = frame(command).u32(id)
      write(writer)
      socket.write(writer.end())
      return new Promise<FrameReader>((resolve, reject) => waiting.set(id, { resolve, reject, accepts }))
    },
    async publish({ bytes, ids }: PublishFrame) {
      if (failure) throw failure
      const stored = Promise.all(
        ids.map(
          (id) =>
            new Promise<void>((resolve, reject) => {
              const settle = (end: () => void) => () => {
                unconfirmed.delete(id)
                end()
              }
              unconfirmed.set(id, { done: settle(resolve), failed: (error) => settle(() => reject(error))() })
            }),
        ),
      )
      socket.write(bytes)
      await stored
    },
    destroy: () => end(unavailable('the connection was closed')),
  }

  tuned.promise.catch(() => {}) // a failure before is that of the call
  const split = splitFrames(onFrame)
  socket.on('data', (bytes) => {
    try {
      split(bytes)
    } catch (cause) {
      end(unavailable('the answer is not that of the stream protocol: check the port', cause))
    }
  })
  socket.on('error', (error) => end(unavailable(reasonOf(error), error)))
  socket.on('close', () => end(unavailable('the broker has closed the connection')))
  await connection.call('peerProperties', (writer) => writer.map({ product: 'Signalbox' }))
  await connection.call('saslHandshake', () => {})
  const secret = Buffer.from(`\0${user}\0${password}`)
  await connection.call('saslAuthenticate', (writer) => writer.text('PLAIN').bytes(secret))
  const { frameMax, heartbeat } = await tuned.promise
  const seconds = heartbeat === 0 ? 0 : Math.min(heartbeat, HEARTBEAT_S)
  socket.write(frame('tune', RESPONSE).u32(frameMax).u32(seconds).end())
  await connection.call('open', (writer) => writer.text(virtualHost))
  if (failure) throw failure // it was closed at once
  if (seconds > 0)
    beat = setInterval(
      () => {
        if (++unheard > MOST_UNHEARD)
          end(unavailable(`the broker has sent nothing for ${(seconds * MOST_UNHEARD) / 2} seconds`))
        else socket.write(frame('heartbeat').end())
      },
      (seconds * 1000) / 2,
    ).unref()
  return Object.defineProperty(connection, 'frameMax', { value: frameMax === 0 ? Infinity : frameMax })
}
