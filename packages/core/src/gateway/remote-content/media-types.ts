/** Types that servers send for files that they know nothing about. */
const unspecific: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream', 'binary/octet-stream'])

/**
 * Why a document is not what the documentation says it is; `undefined` if it may be. A page in place of a document is most
 * often a form to sign in, or a page that was not found. Pure.
 */
export function problemOfType(expected: string, given: string | undefined): string | undefined {
  if (given === undefined || given === expected || unspecific.has(given)) return undefined
  const isLie = given === 'text/html' || (expected.startsWith('image/') && !given.startsWith('image/'))
  if (!isLie) return undefined
  return `The server sends ${given}, and content_type is ${expected}: correct the address, or content_type`
}

/** Types that a document has although the documentation says nothing about it: Markdown is the default. */
const taken = /^(image\/|application\/pdf$|application\/(.+\+)?json$|(application|text)\/(x-)?yaml$|text\/csv$)/

/** The media type of a document: what the documentation says, unless that is the default and the server knows better. Pure. */
export const typeOfArrived = (expected: string, given: string | undefined): string =>
  expected === 'text/markdown' && given !== undefined && taken.test(given) ? given : expected
