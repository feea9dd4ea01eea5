import { encodeError, SignalboxError } from '@signalbox/core/wire'

/**
 * Responds to requests that match no operation: 405 with `Allow` if the path has other methods, else 404 with the most
 * similar path.
 */
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
      new SignalboxError('NOT_FOUND', `Unknown path ${shown}${like === undefined ? '' : ` (did you mean ${like}?)`}`),
    )
  const allow = (methods.includes('GET') ? [...methods, 'HEAD'] : [...methods]).sort().join(', ')
  return encodeError(new SignalboxError('METHOD_NOT_ALLOWED', `${shown} does not support ${method}: use ${allow}`), {
    Allow: allow,
  })
}

/** The key of a flag in a path where an OFREP client did not percent-encode its slashes. */
const rawFlagKey = (path: string): string | undefined => /\/ofrep\/v1\/evaluate\/flags\/(.+\/.*)$/.exec(path)?.[1]

/** An error in the format that OFREP clients read. No feature can have this key, because keys have no slashes. */
function flagNotFound(key: string): SignalboxError {
  const message = `feature ${key.slice(0, 200)} does not exist: keys contain no slashes, and other reserved characters must be percent-encoded`
  return new SignalboxError('NOT_FOUND', message, {
    members: { key: key.slice(0, 512), errorCode: 'FLAG_NOT_FOUND', errorDetails: message },
  })
}
