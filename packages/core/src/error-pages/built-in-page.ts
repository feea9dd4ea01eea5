import { CONSTRUCTION, MAINTENANCE } from './causes.ts'
import { page } from './page.ts'
import { type Parts, toParts } from './parts.ts'
import type { ErrorCase } from './select.ts'

const refused = toParts(page({ heading: 'The request failed', light: 'amber' }))
const failed = toParts(page({ heading: 'Something went wrong', light: 'red' }))
const maintained = toParts(page({ heading: 'Back in a while', light: 'blue' }))
const built = toParts(page({ heading: 'Coming soon', light: 'green' }))

/** The built-in page of an error, for when no template has a page. */
export function builtInPage({ status, cause }: ErrorCase): Parts {
  if (cause === MAINTENANCE) return maintained
  if (cause === CONSTRUCTION) return built
  return status >= 400 && status < 500 ? refused : failed
}
