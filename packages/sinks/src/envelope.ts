import type { ChangeEvent } from '@signalbox/core/sinks'
import { formats, type SinkFormat } from './formats.ts'

/** How events are written at a destination. */
export interface EnvelopeOptions {
  /** @default 'signalbox' */
  readonly format?: SinkFormat
  /** The `source` of CloudEvents, a URI reference that names the instance. @default 'signalbox' */
  readonly source?: string
  /** The IANA name of the instance's time zone; CloudEvents have times in UTC. @default 'UTC' */
  readonly timeZone?: string
}

/** An event as it is written at a destination. */
export interface Envelope {
  /** The id of the event. */
  readonly id: number
  /** The event as JSON. */
  readonly text: string
  /** The key of the changed record. Messages with the same key stay in order. */
  readonly key: string
  /** For destinations with headers: `signalbox-id`, `signalbox-type` and `content-type`. */
  readonly headers: Readonly<Record<'signalbox-id' | 'signalbox-type' | 'content-type', string>>
  /** Whether the event is the deletion of the record with this key. */
  readonly isDeletion: boolean
}

/**
 * Creates the function that writes events in a format. Throws a `RangeError` for an unknown format or time zone.
 *
 * @example
 * const toEnvelope = createEnvelope({ format: 'cloudevents', source: 'https://flags.example.com' })
 * const { text, key } = toEnvelope(event)
 */
export function createEnvelope({
  format = 'signalbox',
  source = 'signalbox',
  timeZone = 'UTC',
}: EnvelopeOptions = {}): (event: ChangeEvent) => Envelope {
  if (!Object.hasOwn(formats, format))
    throw new RangeError(`Unknown format ${format}: expected ${Object.keys(formats).join(', ')}`)
  checkTimeZone(timeZone)
  const { mediaType, toText } = formats[format]
  const origin = { source, timeZone }
  return (event) => {
    const { _id, type, key } = event
    return {
      id: _id,
      text: toText(event, origin),
      key,
      headers: { 'signalbox-id': String(_id), 'signalbox-type': type, 'content-type': mediaType },
      isDeletion: deletion.test(type),
    }
  }
}

/**
 * The types of deletions of records. Deletions of many records end with `S_DELETED`; types with more underscores, such
 * as `API_DRAFT_DELETED`, concern a part of a record, which still exists.
 */
const deletion = /^[A-Z\d]+(?<!S)_DELETED$/

/** Throws a `RangeError` for an unknown time zone. */
function checkTimeZone(timeZone: string): void {
  new Intl.DateTimeFormat('en', { timeZone })
}
