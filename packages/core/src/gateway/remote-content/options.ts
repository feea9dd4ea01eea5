import { checkOptions } from '../../machine/errors/check-options.ts'
import type { Fetch } from '../../ports.ts'

/** How the documentation of APIs is read that is at other addresses. */
export interface DocumentationOptions {
  /**
   * Fetches the `source` of a documentation, and each `url` in it, after publications, every hour and when asked. Whoever may
   * change an API chooses the addresses, so pass a `fetch` that rejects addresses they must not reach. Without it, nothing
   * is fetched, and what is stored stays.
   */
  readonly fetch?: Fetch
}

/** Checks the options. Throws a `TypeError` for an unknown one. */
export function readDocumentation(options: DocumentationOptions): DocumentationOptions {
  checkOptions('The option documentation', options, { fetch: true })
  return options
}
