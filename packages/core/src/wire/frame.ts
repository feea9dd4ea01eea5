/** The comment that is sent at once and whenever nothing was for a while, so that connections stay open. */
export const KEEP_ALIVE_COMMENT = ': keep-alive\n\n'

/** An event as a frame of exactly an id and data. */
export const formatEvent = (event: unknown): string =>
  `id: ${(event as { _id: number })._id}\ndata: ${JSON.stringify(event)}\n\n`

/** A value as a line; nothing is a blank one. */
export const formatLine = (value: unknown): string => (value === undefined ? '\n' : `${JSON.stringify(value)}\n`)

/** The media types that streams are written in. */
export const streamTypes = { ndjson: 'application/nd-json', sse: 'text/event-stream' } as const
