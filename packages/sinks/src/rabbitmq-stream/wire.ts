/**
 * The commands of the stream protocol of RabbitMQ that a publisher needs, by name.
 * https://github.com/rabbitmq/rabbitmq-server/blob/v3.10.8/deps/rabbitmq_stream/docs/PROTOCOL.adoc
 */
export const commands = {
  declarePublisher: 0x01,
  publish: 0x02,
  publishConfirm: 0x03,
  publishError: 0x04,
  queryPublisherSequence: 0x05,
  create: 0x0d,
  metadataUpdate: 0x10,
  peerProperties: 0x11,
  saslHandshake: 0x12,
  saslAuthenticate: 0x13,
  tune: 0x14,
  open: 0x15,
  close: 0x16,
  heartbeat: 0x17,
} as const

/** The name of a command. */
export type Command = keyof typeof commands

/** The bit that makes a command its response. */
export const RESPONSE = 0x8000
const VERSION = 1

/** Writes the content of a frame. */
export interface FrameWriter {
  u8(value: number): FrameWriter
  u16(value: number): FrameWriter
  u32(value: number): FrameWriter
  u64(value: number): FrameWriter
  text(value: string): FrameWriter
  bytes(value: Buffer): FrameWriter
  map(entries: Readonly<Record<string, string>>): FrameWriter
  /** The frame, with its length. */
  end(): Buffer
}

/** Begins a frame. `bits` are added to the command. */
export function frame(command: Command, bits = 0): FrameWriter {
  const parts: Buffer[] = []
  const number = (size: number, write: (buffer: Buffer) => unknown): FrameWriter => {
    const buffer = Buffer.alloc(size)
    write(buffer)
    parts.push(buffer)
    return writer
  }
  const writer: FrameWriter = {
    u8: (value) => number(1, (buffer) => buffer.writeUInt8(value)),
    u16: (value) => number(2, (buffer) => buffer.writeUInt16BE(value)),
    u32: (value) => number(4, (buffer) => buffer.writeUInt32BE(value)),
    u64: (value) => number(8, (buffer) => buffer.writeBigUInt64BE(BigInt(value))),
    text(value) {
      const bytes = Buffer.from(value)
      writer.u16(bytes.length)
      parts.push(bytes)
      return writer
    },
    bytes(value) {
      writer.u32(value.length)
      parts.push(value)
      return writer
    },
    map(entries) {
      writer.u32(Object.keys(entries).length)
      for (const [name, value] of Object.entries(entries)) writer.text(name).text(value)
      return writer
    },
    end() {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(parts.reduce((sum, part) => sum + part.length, 0))
      return Buffer.concat([length, ...parts])
    },
  }
  return writer.u16(commands[command] | bits).u16(VERSION)
}

/** Reads the content of a frame from its beginning. */
export interface FrameReader {
  u8(): number
  u16(): number
  u32(): number
  u64(): number
  text(): string
}

/** Reads the bytes of a frame without its length. Throws a `RangeError` at its end. */
export function read(bytes: Buffer): FrameReader {
  let at = 0
  const skip = (size: number): number => {
    at += size
    return at - size
  }
  const reader: FrameReader = {
    u8: () => bytes.readUInt8(skip(1)),
    u16: () => bytes.readUInt16BE(skip(2)),
    u32: () => bytes.readUInt32BE(skip(4)),
    u64: () => Number(bytes.readBigUInt64BE(skip(8))),
    text() {
      const length = reader.u16()
      const from = skip(length)
      return bytes.toString('utf8', from, from + length)
    },
  }
  return reader
}

/** Longer frames belong to another protocol: brokers send a publisher short ones. */
const MOST_FRAME_BYTES = 16 * 1024 * 1024

/**
 * Splits a stream of bytes into frames. Returns a function that takes bytes as they arrive, and throws a `RangeError` for a
 * frame that is too long.
 */
export function splitFrames(onFrame: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const length = rest.readUInt32BE()
      if (length > MOST_FRAME_BYTES) throw new RangeError(`A frame has ${length} bytes`)
      const end = 4 + length
      if (rest.length < end) return
      const bytes = rest.subarray(4, end)
      rest = rest.subarray(end)
      onFrame(bytes)
    }
  }
}
