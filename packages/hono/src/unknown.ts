import { encodeError, SignalboxError } from '@signalbox/core/wire'

/** Answers what no operation does: 405 with `Allow` on a path that takes other methods, else 404 with the path that is most like it. */
export function answerUnknown(
  { method, path }: { method: string; path: string },
  methods: readonly string[],
  like?: string,
): Response {
  const shown = path.slice(0, 200)
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
