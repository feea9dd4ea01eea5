import { nobody, SESSION_LIFE, sessionOf } from '@signalbox/core/access'
import { encodeError, SignalboxError } from '@signalbox/core/wire'
import type { Context } from 'hono'
import type { Described } from '../docs/docs.ts'
import { sessionCookie } from './credentials.ts'
import { isHttps } from './identifier.ts'
import { internalError } from './internal-error.ts'
import type { Mounting } from './to-answer.ts'
import type { Handler } from './to-handler.ts'

/** The handler of a description. The part of the path before the description's is where the host mounted this app. */
export function toDescriber(
  { description: { path }, readers, answer }: Described,
  { identify, options }: Pick<Mounting<Context>, 'identify' | 'options'>,
): Handler {
  const { report = console.error, isSecure = isHttps, requestIdOf } = options

  async function identified(c: Context) {
    try {
      return await identify(c, c.req.raw, false)
    } catch (error) {
      if (error instanceof SignalboxError) return nobody
      throw error
    }
  }

  return async (c) => {
    let session: string | undefined
    /** Whether somebody calls who is known by name and has the right; an API that is open to all knows nobody. */
    async function mayRead(): Promise<boolean> {
      if (!readers) return false
      const caller = await identified(c)
      session = sessionOf(caller)
      return caller.authInfo !== undefined && caller.patterns(readers.right, readers.domain) !== ''
    }
    try {
      const response = await answer(c.req.raw, c.req.path.slice(0, -path.length), mayRead)
      if (session !== undefined)
        response.headers.set('Set-Cookie', sessionCookie(session, isSecure(c), SESSION_LIFE / 1000))
      return response
    } catch (error) {
      report(error, c)
      return encodeError(internalError(error, requestIdOf?.(c)))
    }
  }
}
