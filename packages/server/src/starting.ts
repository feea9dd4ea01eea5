import { encodeError, SignalboxError } from '@signalbox/core/wire'

/**
 * Responds to calls while the server starts: `/api/_live` reports that the process is alive, and other calls are told
 * to retry. So a slow start is not mistaken for a hanging process.
 */
export function answerStarting(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/api/_live') return Response.json({ status: 'up' })
  return encodeError(
    new SignalboxError('UNAVAILABLE', 'Signalbox is starting and loads its features; try again in a second', {
      retryAfter: 1,
    }),
  )
}
