import { problem, SignalboxError } from '../../machine/errors/errors.ts'
import { isObject, type JsonObject } from '../../machine/json/json.ts'
import { collectWarnings, type Warn } from '../compile/warn.ts'
import { DEFAULT_FLOW } from '../reserved-ids.ts'
import type { ApiRoute } from '../routes/route.ts'
import { collectBackends } from './backends.ts'
import { readOperations } from './operations.ts'
import type { ImportedApi, OpenApiImport } from './reading.ts'
import { serversOf } from './servers.ts'

/** Where the imported API is exposed. */
export interface ImportOptions {
  /** The domain on which the API is exposed. */
  readonly domain?: string
  /** The path prefix of all routes, as consumers see it. */
  readonly context_path?: string
}

/**
 * Converts an OpenAPI 3.0 to 3.2 or Swagger 2.0 document into an API. Pure and deterministic; never fetches anything.
 * Each operation becomes a route, or a warning with its pointer; servers become targets of backends. Throws INVALID for
 * anything else, and for a document in which no operation can be a route.
 *
 * @example
 * const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/orders': { get: {} } } }
 * const { api, warnings } = importOpenApi(document, { domain: 'api.example.com' })
 * console.log(api.routes.length, warnings)
 */
export function importOpenApi(value: unknown, options: ImportOptions = {}): OpenApiImport {
  const document = checkDocument(value)
  const { warn, list } = collectWarnings()
  const { add, list: backends } = collectBackends(warn)
  const toServers = serversOf(document)
  const fallback = add(toServers.ofDocument(), '/servers')

  const { operations, lost } = readOperations(document, warn)
  const routes = operations.map(({ item, operation, pointer, ...route }): ApiRoute => {
    const own = toServers.ofOperation(operation, pointer.operation)
    const shared = toServers.ofItem(item, pointer.item)
    const backend =
      own.length > 0
        ? add(own, `${pointer.operation}/servers`)
        : shared.length > 0
          ? add(shared, `${pointer.item}/servers`)
          : fallback
    return { ...route, backend, flow_ref: DEFAULT_FLOW }
  })
  const { domain, context_path } = options
  const api: ImportedApi = {
    ...describeApi(document, warn),
    ...(domain !== undefined && { domain }),
    ...(context_path !== undefined && { context_path }),
    routes,
    backends: backends(),
  }
  const warnings = list()
  if (routes.length === 0) throw withoutRoutes(lost)
  if (lost.length > 0) warnings.unshift({ pointer: '/paths', message: summaryOf(lost, routes.length) })
  return { api, warnings }
}

/** Summarizes what is missing: the number of operations for each reason. */
function summaryOf(lost: readonly string[], routes: number): string {
  const counts = [...Map.groupBy(lost, reasonOf)].map(([reason, { length }]) => `${length} × ${reason}`)
  return `${lost.length} of ${lost.length + routes} operations have no route: ${counts.join('; ')}`
}

/** The reason without the name of the route, for counting. */
const reasonOf = (sentence: string): string => sentence.replace(/^The route \S+ matches/, 'Another route matches')

const withoutRoutes = (lost: readonly string[]) =>
  new SignalboxError(
    'INVALID',
    lost.length === 0
      ? 'The document has no operations, so the API would have no routes: add a path with a method'
      : `No operation of the document can be imported: ${summaryOf(lost, 0)}`,
    { fieldErrors: { '/paths': [problem('error.routes.none', lost.length)] } },
  )

/** Returns the document if its version is supported; throws INVALID for anything else. */
function checkDocument(value: unknown): JsonObject {
  const { openapi, swagger } = isObject(value) ? value : {}
  if (isObject(value) && (/^3\.[012](\.|$)/.test(String(openapi)) || /^2(\.0)?$/.test(String(swagger)))) return value
  const version = ['string', 'number'].includes(typeof openapi) ? String(openapi).slice(0, 20) : undefined
  throw new SignalboxError(
    'INVALID',
    `${
      version === undefined
        ? 'The document has no member openapi or swagger with its version'
        : `OpenAPI ${version} is not supported`
    }: send OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0`,
    { fieldErrors: { '/openapi': [problem('error.enum', '3.0', '3.1', '3.2', '2.0')] } },
  )
}

/** Name, description and version of the API. */
function describeApi({ info }: JsonObject, warn: Warn): Pick<ImportedApi, 'name' | 'description' | 'version'> {
  const { title, description, version } = isObject(info) ? info : {}
  if (textOf(title) === undefined) warn('/info/title', 'The document has no title: the API is named Imported API')
  if (typeof version === 'number')
    warn('/info/version', `The version is the number ${version}, which has lost any trailing zeros: put it in quotes`)
  const text = textOf(description)
  return {
    name: textOf(title) ?? 'Imported API',
    ...(text !== undefined && { description: text }),
    version: textOf(version) ?? '0.0.1',
  }
}

/** The value as text; `undefined` if it is blank or not a text or number. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
