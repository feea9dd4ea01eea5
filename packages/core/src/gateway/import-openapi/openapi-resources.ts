import { isObject, type JsonObject } from '../../machine/json/json.ts'
import type { ApiDefinition } from '../apis/api.ts'

type Documentation = NonNullable<ApiDefinition['documentation']>
type Resource = NonNullable<Documentation['resources']>[number]

/** A resource that may be the OpenAPI document of an API, with its content: a value, or a text in YAML. */
export type OpenApiCandidate = { readonly resource: Resource } & (
  | { readonly json: unknown }
  | { readonly yaml: string }
)

/**
 * The resources that may be the OpenAPI document of a documentation, in their order; `home` is the last one. The document is the
 * first for which `asOpenApi` returns one. Contents must stand in the resources: those at addresses are not known here. Pure.
 */
export function* openApiCandidates({ resources = [], home }: Documentation): Generator<OpenApiCandidate> {
  for (const resource of home ? [...resources, home] : resources) {
    if (!isOpenApi(resource)) continue
    const content = contentOf(resource)
    if (!content) continue
    const json = 'json' in content ? content.json : parsed(content.text)
    yield json === undefined && 'text' in content ? { resource, yaml: content.text } : { resource, json }
  }
}

/** A value as an OpenAPI document; `undefined` if it is no object, or is nested too deep to be shown. Pure. */
export const asOpenApi = (value: unknown): JsonObject | undefined =>
  isObject(value) && !isTooDeep(value) ? value : undefined

/** Whether a resource is shown as an OpenAPI document: JSON or YAML with `openapi` or `swagger` at its root, or its `transform`. Pure. */
export function isOpenApi(resource: Resource): boolean {
  const content = contentOf(resource)
  if (!content) return false
  if (/^(redoc|openapi|swagger)$/i.test(resource.transform ?? '')) return true
  if ('json' in content) return hasRoot(content.json)
  const type = resource.content_type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (/[/+]json$/.test(type)) return /^\s*\{/.test(content.text) && hasRoot(parsed(content.text))
  return /[/+-]yaml$/.test(type) && /^(openapi|swagger)\s*:/m.test(content.text)
}

/** The content of a resource, the first of: Base64, JSON, text. Bytes that are not UTF-8 are an empty text. */
function contentOf(resource: Resource): { readonly json: unknown } | { readonly text: string } | undefined {
  const { base64_content: base64, json_content: json, text_content: text } = resource
  if (base64 !== undefined) return decoded(base64)
  if (json !== undefined) return { json }
  return text === undefined ? undefined : { text }
}

const hasRoot = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (Object.hasOwn(value, 'openapi') || Object.hasOwn(value, 'swagger'))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decoded(base64: string): { readonly text: string } | undefined {
  let characters: string
  try {
    characters = atob(base64.replace(/\s+/g, ''))
  } catch {
    return undefined
  }
  try {
    const bytes = Uint8Array.from(characters, (one) => one.charCodeAt(0))
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: '' }
  }
}

/** The deepest document that is shown. Records are less deep; a text may be deeper, and no writer of JSON could send it. */
const MOST_LEVELS = 500

function isTooDeep(document: JsonObject): boolean {
  const seen = new Set<object>()
  let level: unknown[] = [document]
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null || seen.has(one)) continue
      seen.add(one)
      for (const child of Object.values(one)) if (typeof child === 'object') next.push(child)
    }
    if (next.length === 0) return false
    level = next
  }
  return true
}
