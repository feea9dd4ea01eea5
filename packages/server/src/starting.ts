import { encodeError, SignalboxError } from '@signalbox/core/wire'

/**
 * Answers calls while the server starts: the process lives (`/api/_live`), and every other call is to be repeated. So a
 * start that takes long is not taken for a process that hangs.
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
