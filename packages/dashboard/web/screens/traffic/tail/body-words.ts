import { counted } from '../../../words/words.ts'

/** A captured body, as far as its description needs it. */
interface Body {
  readonly bytes: number
  readonly text?: string
  readonly cut?: boolean
  readonly omitted?: 'binary' | 'encoded' | 'unreadable'
}

const omissions = {
  binary: 'it is not text',
  encoded: 'it has a content coding, such as gzip',
  unreadable: 'its secrets can’t be found',
} satisfies Record<NonNullable<Body['omitted']>, string>

/** How large a captured body is, and why not all of it is shown. */
export function bodyWords(body: Body | undefined): string {
  if (!body || body.bytes === 0) return 'No body.'
  const size = counted(body.bytes, 'byte')
  if (body.omitted) return `The body has ${size} and is not shown: ${omissions[body.omitted]}.`
  return body.cut ? `The body has ${size}, of which the first 8 KiB are shown.` : `The body has ${size}.`
}
