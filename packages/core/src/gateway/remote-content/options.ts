import { checkOptions } from '../../machine/errors/check-options.ts'
import type { Fetch } from '../../ports.ts'

/** How documentation at other addresses is fetched. */
export interface DocumentationOptions {
  /**
   * Fetches the `source` of a documentation, and each `url` in it, after publications, every hour and when asked. Callers
   * who may change an API choose the addresses, so pass a `fetch` that rejects addresses they must not reach. Without it,
   * nothing is fetched, and stored content stays.
   */
  readonly fetch?: Fetch
}

/** Checks the options. Throws a `TypeError` for an unknown one. */
export function readDocumentation(options: DocumentationOptions): DocumentationOptions {
  checkOptions('The option documentation', options, { fetch: true })
  return options
}
