import { failure, problem, SignalboxError } from '../errors/errors.ts'
import { isObject } from '../json/json.ts'

/** Throws UNSUPPORTED_MEDIA_TYPE for another media type, or another encoding than UTF-8. */
export function checkMediaType(header: string | null, mediaTypes: readonly string[]): void {
  if (header !== null && mediaTypes.includes(header)) return
  const [type = '', ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (mediaTypes.includes(type) && (!charset || /^charset="?utf-?8"?$/.test(charset))) return
  const given = header ? `, not ${header.slice(0, 100)}` : '; the Content-Type header is missing'
  throw failure(
    'UNSUPPORTED_MEDIA_TYPE',
    `The body must be ${mediaTypes.join(' or ')} in UTF-8${given}`,
    problem('error.media.type', ...mediaTypes),
  )
}

/** The media types that determine the kind of a patch. With `application/json` its shape decides. */
const patchKinds = [
  {
    mediaType: 'application/json-patch+json',
    shape: 'array',
    isOne: Array.isArray,
    expected:
      'an array of operations (a JSON Patch, RFC 6902); send an object of the members to change as application/merge-patch+json or application/json',
  },
  {
    mediaType: 'application/merge-patch+json',
    shape: 'object',
    isOne: isObject,
    expected:
      'an object of the members to change (a merge patch, RFC 7396); send an array of operations as application/json-patch+json or application/json',
  },
] as const

/**
 * Throws INVALID if the shape of a patch contradicts its media type: a list sent as a merge patch would replace the
 * whole record.
 */
export function checkPatchKind(header: string | null, body: unknown): unknown {
  if (header === 'application/json') return body
  const [type] = (header ?? '').toLowerCase().split(';')
  const kind = patchKinds.find(({ mediaType }) => mediaType === type?.trim())
  if (!kind || kind.isOne(body)) return body
  throw new SignalboxError('INVALID', `A body of the type ${kind.mediaType} must be ${kind.expected}`, {
    fieldErrors: { '': [problem('error.type', kind.shape)] },
  })
}
