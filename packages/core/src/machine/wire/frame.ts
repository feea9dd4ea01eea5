/** The comment that keeps a connection open. It is sent at the start and after a pause. */
export const KEEP_ALIVE_COMMENT = ': keep-alive\n\n'

/** Formats an event as a frame with its data, and its id if it has one. */
export const formatEvent = (event: unknown): string => {
  const { _id: id } = event as { _id?: number }
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`
}

/** Formats a value as a line; `undefined` becomes a blank line. */
export const formatLine = (value: unknown): string => (value === undefined ? '\n' : `${JSON.stringify(value)}\n`)

/** The media types of streams. */
export const streamTypes = { ndjson: 'application/nd-json', sse: 'text/event-stream' } as const
