import { problem, SignalboxError } from '../../errors.ts'
import type { JsonObject } from '../../json.ts'
import { isObject } from '../../json.ts'
import type { Warn } from '../compile/warn.ts'
import { collectWarnings } from '../compile/warn.ts'
import { DEFAULT_FLOW } from '../reserved-ids.ts'
import type { ApiRoute } from '../route.ts'
import { collectBackends } from './backends.ts'
import { readOperations } from './operations.ts'
import type { ImportedApi, OpenApiImport } from './reading.ts'
import { serversOf } from './servers.ts'

/** Where the API is put. */
export interface ImportOptions {
  /** The domain on which the API is exposed. */
  readonly domain?: string
  /** What comes before all paths, for consumers. */
  readonly context_path?: string
}

/**
 * The API that an OpenAPI document (3.0 to 3.2; Swagger 2.0) describes: pure, the same for the same document. Each operation
 * is a route, or a warning with the pointer of the operation; servers are targets of backends. Never fetches anything. INVALID for what is
 * no such document, and for one without an operation that a route can take.
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

/** What is missing, at a glance: how many operations for each reason. */
function summaryOf(lost: readonly string[], routes: number): string {
  const counts = [...Map.groupBy(lost, reasonOf)].map(([reason, { length }]) => `${length} × ${reason}`)
  return `${lost.length} of ${lost.length + routes} operations have no route: ${counts.join('; ')}`
}

/** The reason without what it names. */
const reasonOf = (sentence: string): string => sentence.replace(/^The route \S+ takes/, 'Another route takes')

const withoutRoutes = (lost: readonly string[]) =>
  new SignalboxError(
    'INVALID',
    lost.length === 0
      ? 'The document has no operations, so the API would have no routes'
      : `No operation of the document can be a route: ${summaryOf(lost, 0)}`,
    { fieldErrors: { '/paths': [problem('error.routes.none', lost.length)] } },
  )

/** The document, if it is of a version that is known; INVALID for anything else. */
function checkDocument(value: unknown): JsonObject {
  const { openapi, swagger } = isObject(value) ? value : {}
  if (isObject(value) && (/^3\.[012](\.|$)/.test(String(openapi)) || /^2(\.0)?$/.test(String(swagger)))) return value
  const version = ['string', 'number'].includes(typeof openapi) ? String(openapi).slice(0, 20) : undefined
  throw new SignalboxError(
    'INVALID',
    `${
      version === undefined
        ? 'The document has no member openapi or swagger that says its version'
        : `OpenAPI ${version} is not supported`
    }: send OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0`,
    { fieldErrors: { '/openapi': [problem('error.enum', '3.0', '3.1', '3.2', '2.0')] } },
  )
}

/** Name, description and version of the API. */
function describeApi({ info }: JsonObject, warn: Warn): Pick<ImportedApi, 'name' | 'description' | 'version'> {
  const { title, description, version } = isObject(info) ? info : {}
  if (textOf(title) === undefined) warn('/info/title', 'The document has no title: the API is called Imported API')
  if (typeof version === 'number')
    warn('/info/version', `The version is a number, ${version}: zeros at its end are lost, put it into quotes`)
  const text = textOf(description)
  return {
    name: textOf(title) ?? 'Imported API',
    ...(text !== undefined && { description: text }),
    version: textOf(version) ?? '0.0.1',
  }
}

/** A text that says something. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}
