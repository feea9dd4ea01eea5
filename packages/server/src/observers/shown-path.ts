import { canonicalPath } from '@signalbox/core/gateway'
import { redactText } from '@signalbox/gateway/log'

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i
/** How much is shown of a path that has no canonical form. */
const MOST_SHOWN = 2048

/**
 * The path of a target in its canonical form, without query, without what may be a credential, and without people who are
 * looked for or erased. Paths without a canonical form are escaped.
 */
export function shownPath(target: string): string {
  const origin = target.startsWith('/') ? target : target.replace(ABSOLUTE, '')
  const [path = ''] = origin.split(/[?#]/, 1)
  const canonical = canonicalPath(path || '/')
  const shown = 'path' in canonical ? canonical.path : escaped(path.slice(0, MOST_SHOWN))
  const named = MAYBE_PERSON.test(shown) ? withoutPerson(shown) : shown
  return MAYBE_SECRET.test(named) ? redactText(named) : named
}

/** Paths of calls that find and erase people: their logs must not keep whom they erase. */
const MAYBE_PERSON = /\/(?:clients|traces)(?:\/|$)/
const withoutPerson = (path: string): string =>
  path
    .replace(/(\/api\/(?:experiments\/[^/]+\/)?clients\/).+/, '$1{clientId}')
    .replace(/(\/api\/users\/)[^/]+(\/traces)$/, '$1{id}$2')

/** Texts that a credential in a path would have: clients may put one there by mistake. */
const MAYBE_SECRET = /eyJ|sbx|=/

/** Node gives each byte of a target as a character. */
const escaped = (path: string): string =>
  path.replace(
    /[^!-~]|["\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
