import { encodeError, SignalboxError } from '@signalbox/core/wire'

/** Answers what no operation does: 405 with `Allow` on a path that takes other methods, else 404 with the path that is most like it. */
export function answerUnknown(
  { method, path }: { method: string; path: string },
  methods: readonly string[],
  like?: string,
): Response {
  const shown = path.slice(0, 200)
  const key = method === 'POST' ? rawFlagKey(path) : undefined
  if (key !== undefined) return encodeError(flagNotFound(key))
  if (methods.length === 0)
    return encodeError(
      new SignalboxError(
        'NOT_FOUND',
        `There is nothing at ${shown}${like === undefined ? '' : `; did you mean ${like}?`}`,
      ),
    )
  const allow = (methods.includes('GET') ? [...methods, 'HEAD'] : [...methods]).sort().join(', ')
  return encodeError(new SignalboxError('METHOD_NOT_ALLOWED', `${shown} takes ${allow}, not ${method}`), {
    Allow: allow,
  })
}

/** The key of a flag that a client of OFREP did not encode: its slashes make a longer path of it. */
const rawFlagKey = (path: string): string | undefined => /\/ofrep\/v1\/evaluate\/flags\/(.+\/.*)$/.exec(path)?.[1]

/** Told in the form of OFREP, which its clients can read: no key of a feature has a slash. */
function flagNotFound(key: string): SignalboxError {
  const message = `feature ${key.slice(0, 200)} does not exist: keys have no slash, and others are sent percent-encoded`
  return new SignalboxError('NOT_FOUND', message, {
    members: { key: key.slice(0, 512), errorCode: 'FLAG_NOT_FOUND', errorDetails: message },
  })
}
