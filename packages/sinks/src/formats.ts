import { type ChangeEvent, textOf, utcOf } from '@signalbox/core/sinks'

/** Where the events of an instance come from, for formats that name it. */
export interface Origin {
  readonly source: string
  readonly timeZone: string
}

/** A format: the media type of its texts, and the text of an event. */
interface Format {
  readonly mediaType: string
  readonly toText: (event: ChangeEvent, origin: Origin) => string
}

/** The formats of events at a destination, by name. */
export const formats = {
  /** The event, as the streams of the API have it. */
  signalbox: { mediaType: 'application/json', toText: textOf },
  /** The events of Izanami 1, for programs that read those. */
  izanami: { mediaType: 'application/json', toText: (event) => JSON.stringify(toIzanami(event)) },
  /** CloudEvents 1.0, structured JSON. */
  cloudevents: {
    mediaType: 'application/cloudevents+json',
    toText: (event, origin) => JSON.stringify(toCloudEvent(event, origin)),
  },
} as const satisfies Record<string, Format>

/**
 * The format of events at a destination.
 * - `signalbox`: the event, as the streams of the API have it
 * - `izanami`: the events of Izanami 1: `{ _id, type, key, domain, payload, timestamp, oldValue? }`
 * - `cloudevents`: CloudEvents 1.0, structured JSON; the event is the member `data`
 */
export type SinkFormat = keyof typeof formats

/** The names of all formats. */
export const sinkFormats = Object.keys(formats) as readonly SinkFormat[]

function toIzanami({ _id, type, key, domain, payload, timestamp, oldValue }: ChangeEvent) {
  return { _id, type, key, domain, payload, timestamp, ...(oldValue !== undefined && { oldValue }) }
}

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md */
function toCloudEvent(event: ChangeEvent, { source, timeZone }: Origin) {
  const { _id, type, key, timestamp, traceparent } = event
  return {
    specversion: '1.0',
    id: String(_id),
    source,
    type: `signalbox.${type}`,
    subject: key,
    time: utcOf(timestamp, timeZone),
    datacontenttype: 'application/json',
    ...(traceparent !== undefined && { traceparent }),
    data: event,
  }
}
