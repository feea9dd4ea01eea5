import { DocumentFault, type OpenApiDocument } from '../../documents/document.ts'
import { isAnyBody } from '../../openapi/any-body.ts'
import { type BodyHead, bodyFlaw, validatedMedia } from '../../openapi/body.ts'
import { checksOf, loadCompiler } from '../../openapi/checks.ts'
import { documentNames } from '../../openapi/document-names.ts'
import { inOneLine } from '../../openapi/field-errors.ts'
import { operationFinder } from '../../openapi/operation-finder.ts'
import { parameterErrors } from '../../openapi/parameters.ts'
import { responseReports } from '../../openapi/response-reports.ts'
import { textTypes } from '../../openapi/types-of.ts'
import { undocumented } from '../../openapi/undocumented.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { Verdict } from '../../plugin-api/hooks.ts'
import type { Refused } from '../../plugin-api/refused.ts'
import { reportOnce } from '../../reporting/report-once.ts'

interface Config {
  readonly mode: 'refuse' | 'report'
  readonly query: boolean
  readonly headers: boolean
  readonly body: boolean
  readonly undocumented: 'refuse' | 'pass'
  readonly response: 'off' | 'report'
}

/** With `mode: report`, larger bodies are not read. */
const MOST_REPORTED = 256 * 1024

const reporting = Symbol('reports of OpenApiValidator')

/**
 * Validates requests against the OpenAPI document of the API. Problems with parameters are 400, with the media type 415,
 * with the body 422; a request without an operation in the document is 404 or 405. Bodies in JSON, forms and texts are
 * validated. Other media types pass if the document names them, and are 415 if only a range with a schema, such as
 * `*\/*`, matches them. JSON in which a name comes twice in one object is 400. What cannot be judged, because the document is faulty,
 * is refused with `errors.route.misconfigured`. With `mode: report`, all of these pass and are reported.
 */
export const openApiValidator = defineCode<Config>({
  stage: 'request',
  compile(config, { document, route, report, shared, clock }) {
    const once = shared(reporting, () => reportOnce(report, clock))
    const tell = (label: string, flaw: string, cause?: unknown) =>
      once(new Error(`${label} of the API ${route.api_ref}: ${flaw}`, { cause }))
    if (!document) {
      if (config.mode === 'refuse') throw new Error(`The API ${route.api_ref} has no OpenAPI document`)
      tell('OpenApiValidator', 'there is no OpenAPI document, so nothing is validated')
      return {}
    }
    const find = operationFinder(document, route)
    const check = checksOf(document, 'request')
    const typesAt = textTypes(document)
    const judging = { check, typesAt, isAnyBody: (pointer: string) => isAnyBody(document, pointer) }
    // Loaded with the route, so that the first request need not wait.
    void loadCompiler()?.catch(() => {})
    const { query, headers, body, mode } = config
    const isAsked = { path: true, query, header: headers, cookie: headers }

    /** Whether the bytes of a body are validated. */
    function wantsBody(exchange: Exchange): boolean {
      if (!body || !exchange.hasBody) return false
      if (mode === 'report' && !(Number(exchange.headers.get('content-length')) <= MOST_REPORTED)) return false
      const found = find(exchange)
      return (
        found !== undefined && 'operation' in found && validatedMedia(found.operation, headOf(exchange)) !== undefined
      )
    }

    function flawOf(exchange: Exchange): Refused | undefined {
      const found = find(exchange)
      if (!found || 'allowed' in found) return config.undocumented === 'pass' ? undefined : undocumented(found)
      const { operation, params } = found
      const asked = operation.parameters.filter((one) => isAsked[one.in])
      const { query: search, headers: all } = exchange
      const fieldErrors = parameterErrors(asked, { params, query: search, headers: all }, judging)
      if (Object.keys(fieldErrors).length > 0)
        return { refuse: 'errors.bad.request', message: 'Parameters of the request are invalid', fieldErrors }
      return body ? bodyFlaw(operation, headOf(exchange), exchange.body, judging) : undefined
    }

    function judge(exchange: Exchange): Verdict {
      const label = `${exchange.method} ${route.name}`
      try {
        const flaw = flawOf(exchange)
        if (!flaw || mode === 'refuse') return flaw
        const { refuse, message = '', fieldErrors = {} } = flaw
        tell(
          `A request to ${label}`,
          `it would be refused with ${refuse}: ${message} ${inOneLine(fieldErrors, documentNames(document as OpenApiDocument))}`,
        )
        return undefined
      } catch (error) {
        if (error instanceof RangeError) {
          if (mode === 'refuse') return tooDeep
          tell(`A request to ${label}`, `it would be refused with ${tooDeep.refuse}: ${tooDeep.message}`)
          return undefined
        }
        if (!(error instanceof DocumentFault)) throw error
        tell(`A request to ${label}`, `it cannot be validated: ${error.message}`, error)
        return mode === 'refuse' ? { refuse: 'errors.route.misconfigured' } : undefined
      }
    }

    return {
      body: wantsBody,
      ...(mode === 'report' && { mostBody: MOST_REPORTED }),
      request: (exchange) => loadCompiler()?.then(() => judge(exchange)) ?? judge(exchange),
      ...(config.response === 'report' && responseReports({ find, document, tell })),
    }
  },
})

const tooDeep: Refused = {
  refuse: 'errors.body.invalid',
  message: 'The body is nested too deeply, or too complex, to be validated',
}

const headOf = ({ hasBody, headers }: Exchange): BodyHead => ({
  hasBody,
  type: headers.get('content-type'),
  encoding: headers.get('content-encoding'),
})
