import type { ApiDefinition } from '../../gateway/apis/api.ts'
import { isObject, type JsonObject } from '../../machine/json/json.ts'

type Resource = NonNullable<NonNullable<ApiDefinition['documentation']>['resources']>[number]

/** Where the contents of resources come from. */
export interface Contents {
  /** The content of a resource that has only a URL: a stored document, or one that was fetched. `undefined`: not known. */
  readonly atUrl: (url: string) => Promise<unknown>
  /** Reads a document in YAML. Rejects if it is none. */
  readonly readYaml: (text: string) => Promise<unknown>
}

/** The first OpenAPI document of the documentation of an API; `undefined` if it has none. */
export async function openApiOf(
  { documentation }: Pick<ApiDefinition, 'documentation'>,
  contents: Contents,
): Promise<JsonObject | undefined> {
  for (const resource of documentation?.resources ?? []) {
    const document = await documentIn(resource, contents)
    if (isDocument(document)) return document
  }
  return undefined
}

async function documentIn(resource: Resource, { atUrl, readYaml }: Contents): Promise<unknown> {
  const { base64_content: base64, json_content: json, text_content: text, url } = resource
  const content = (base64 === undefined ? (json ?? text) : decoded(base64)) ?? (url && (await atUrl(url)))
  if (typeof content !== 'string') return content
  if (/^\s*\{/.test(content)) return parsed(content)
  if (!YAML.test(resource.content_type ?? '') && !SHOWN_AS_REFERENCE.test(resource.transform ?? '')) return undefined
  return readYaml(content).catch(() => undefined)
}

const YAML = /[/+-]yaml\b/i
const SHOWN_AS_REFERENCE = /^(redoc|openapi|swagger)$/i

const isDocument = (value: unknown): value is JsonObject =>
  isObject(value) && (Object.hasOwn(value, 'openapi') || Object.hasOwn(value, 'swagger'))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decoded(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s+/g, '')), (one) => one.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
