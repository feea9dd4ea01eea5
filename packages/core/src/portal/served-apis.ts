import { type ApiDefinition, apiSchema, apis, type GatewayApi } from '../gateway/apis/api.ts'
import { isPublished, servedDefinition } from '../gateway/apis/served-definition.ts'
import { loadDefinition, loadIndex } from '../gateway/deployments/deployments.ts'
import { withSchemaDefaults } from '../machine/records/defaults.ts'
import type { Reads } from '../ports.ts'

/** What the APIs of a store serve. */
export interface ServedApis {
  /** The definitions of all APIs that consumers may know of, by id. The same objects until an API is written. */
  all(): Promise<ReadonlyMap<string, ApiDefinition>>
}

/** An API as it was read; without `served`, consumers do not know of it. */
interface Read {
  readonly version: string
  readonly served: ApiDefinition | undefined
}

/**
 * Reads what the APIs of a store serve. As long as nothing was written, by whichever process, it reads nothing; else it reads the
 * APIs that were written. Each write of an API, and each publication, gives its record another version.
 */
export function createServedApis(store: Reads): ServedApis {
  let known: { readonly head: number; readonly apis: ReadonlyMap<string, ApiDefinition> } | undefined
  let read: ReadonlyMap<string, Read> = new Map()

  async function load(id: string, record: unknown): Promise<ApiDefinition | undefined> {
    const saved = withSchemaDefaults(apiSchema, record as GatewayApi)
    const [newest] = (await loadIndex(store, id)).index.entries
    const definition = newest && (await loadDefinition(store, newest))
    const apiDefinition = definition && withSchemaDefaults(apiSchema, definition as GatewayApi)
    const served = servedDefinition({
      ...saved,
      deployments: apiDefinition && newest ? [{ ...newest, apiDefinition }] : [],
    })
    return isPublished(served) ? served : undefined
  }

  return {
    async all() {
      const head = await store.head()
      if (known?.head === head) return known.apis
      const next = new Map<string, Read>()
      for await (const { key, value, text, version } of store.scan(apis.plural, { asText: true })) {
        const before = read.get(key)
        if (before?.version === version) next.set(key, before)
        else next.set(key, { version, served: await load(key, text === undefined ? value : JSON.parse(text)) })
      }
      read = next
      const served = [...next].flatMap(([id, one]) => (one.served ? [[id, one.served] as const] : []))
      known = { head, apis: new Map(served) }
      return known.apis
    },
  }
}
