import { problem, SignalboxError } from '../../errors.ts'
import type { JsonObject } from '../../json.ts'
import { isObject } from '../../json.ts'
import type { Warn } from '../compile/warn.ts'
import { collectWarnings } from '../compile/warn.ts'
import { DEFAULT_FLOW } from '../defaults.ts'
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
 * The API that an OpenAPI document (3.0, 3.1; Swagger 2.0) describes (decisions 8.9): pure, the same for the same document. Each operation
 * is a route, or a warning with the pointer of the operation; servers are targets of backends. Never fetches anything. INVALID for what is
 * no such document, and never an error for one that is.
 */
export function importOpenApi(value: unknown, options: ImportOptions = {}): OpenApiImport {
  const document = checkDocument(value)
  const { warn, list } = collectWarnings()
  const { add, list: backends } = collectBackends(warn)
  const toServers = serversOf(document)
  const fallback = add(toServers.ofDocument(), '/servers')

  const routes = readOperations(document, warn).map(({ item, operation, pointer, ...route }): ApiRoute => {
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
  return { api, warnings: list() }
}

/** The document, if it is OpenAPI 3 or Swagger 2.0; INVALID for anything else. */
function checkDocument(value: unknown): JsonObject {
  const { openapi, swagger } = isObject(value) ? value : {}
  if (isObject(value) && (/^3\.\d/.test(String(openapi)) || /^2(\.0)?$/.test(String(swagger)))) return value
  throw new SignalboxError(
    'INVALID',
    'The document is no OpenAPI 3.0 or 3.1, and no Swagger 2.0: its member openapi, or swagger, must say so',
    { fieldErrors: { '/openapi': [problem('error.enum', '3.0', '3.1', '2.0')] } },
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
