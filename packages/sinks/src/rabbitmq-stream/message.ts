import type { Envelope } from '../envelope.ts'

/**
 * Encodes an event as a message of AMQP 1.0, in which other clients find the id (`message-id`), the key and the type
 * (application properties), and the text.
 * https://docs.oasis-open.org/amqp/core/v1.0/os/amqp-core-messaging-v1.0-os.html
 */
export function encodeMessage({ id, text, key, headers }: Envelope): Buffer {
  const properties = { ...headers, 'signalbox-key': key }
  const pairs = Buffer.concat(Object.entries(properties).flat().map(encodedText))
  const count = 2 * Object.keys(properties).length
  return Buffer.concat([
    ...[section(0x73), Buffer.of(0xc0, 10, 1, 0x80), u64(id)],
    ...[section(0x74), Buffer.of(0xd1), u32(pairs.length + 4), u32(count), pairs],
    ...[section(0x75), Buffer.of(0xb0), u32(Buffer.byteLength(text)), Buffer.from(text)],
  ])
}

/** The descriptor of a section: of properties, application properties or data. */
const section = (code: number): Buffer => Buffer.of(0, 0x53, code)

function encodedText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.of(0xb1), u32(bytes.length), bytes])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
