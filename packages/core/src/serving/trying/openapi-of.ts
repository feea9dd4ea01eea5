import type { ApiDefinition } from '../../gateway/apis/api.ts'
import { asOpenApi, openApiCandidates } from '../../gateway/import-openapi/openapi-resources.ts'
import type { JsonObject } from '../../machine/json/json.ts'

type Documentation = NonNullable<ApiDefinition['documentation']>

/** Where the contents of resources come from. */
export interface Contents {
  /** The documentation with stored documents and remote content in place of their addresses. */
  readonly complete: (documentation: Documentation) => Promise<Documentation>
  /** Reads a document in YAML. Rejects if it is none. */
  readonly readYaml: (text: string) => Promise<unknown>
}

/** The OpenAPI document of an API, which its pages show; `undefined` if it has none. */
export async function openApiOf(
  { documentation }: Pick<ApiDefinition, 'documentation'>,
  { complete, readYaml }: Contents,
): Promise<JsonObject | undefined> {
  if (!documentation) return undefined
  for (const one of openApiCandidates(await complete(documentation))) {
    const document = asOpenApi('json' in one ? one.json : await readYaml(one.yaml).catch(() => undefined))
    if (document) return document
  }
  return undefined
}
