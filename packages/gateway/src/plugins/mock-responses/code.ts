import { DocumentFault } from '../../documents/document.ts'
import { fitsOf, loadCompiler } from '../../openapi/checks.ts'
import { createMocks } from '../../openapi/mock/mock.ts'
import { preferencesOf } from '../../openapi/mock/prefer.ts'
import { operationFinder } from '../../openapi/operation-finder.ts'
import { undocumented } from '../../openapi/undocumented.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { Verdict } from '../../plugin-api/hooks.ts'
import { reportOnce } from '../../reporting/report-once.ts'

/**
 * Responds in place of the backend with the examples of the OpenAPI document of the API, or with values made from its
 * schemas. `Prefer: code=404` and `Prefer: example=name` (RFC 7240) choose among the responses, `Accept` among the media
 * types. A request without an operation is 404 or 405.
 */
export const mockResponses = defineCode({
  stage: 'backend',
  compile(_config, { document, route, report }) {
    if (!document) throw new Error(`The API ${route.api_ref} has no OpenAPI document`)
    const once = reportOnce(report)
    const find = operationFinder(document, route)
    const mock = createMocks(document, fitsOf(document))
    void loadCompiler()?.catch(() => {})

    function answer(exchange: Exchange): Verdict {
      try {
        const found = find(exchange)
        if (!found || 'allowed' in found) return undocumented(found)
        const { headers } = exchange
        const preferences = preferencesOf(headers.all('prefer'))
        return { answer: mock({ operation: found.operation, preferences, accept: headers.get('accept') }) }
      } catch (error) {
        if (!(error instanceof DocumentFault)) throw error
        once(new Error(`A mock of the API ${route.api_ref} cannot be made: ${error.message}`, { cause: error }))
        return { refuse: 'errors.route.misconfigured' }
      }
    }

    return { request: (exchange) => loadCompiler()?.then(() => answer(exchange)) ?? answer(exchange) }
  },
})
