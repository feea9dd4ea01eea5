import { type DocumentFacts, factsOfDefinition, operationsOfDocument } from '../pages/changes/facts.ts'
import type { Publication } from '../pages/changes/publication.ts'
import { type Deployed, publicationsOf } from '../pages/changes/publications-of.ts'
import { firstDocument } from '../pages/openapi.ts'
import { readPath } from '../pages/paths.ts'
import { findApi, type Site, type SiteApi } from '../pages/site.ts'
import { digestOf } from './digest-of.ts'
import type { PortalBox } from './read-site.ts'
import { readYaml } from './read-yaml.ts'
import { type GatewayApi, withDocuments } from './with-documents.ts'

/** How many deployments of an API are kept. */
const KEPT = 50
/** The most documents of which the operations are kept. */
const MOST_DOCUMENTS = 200

/** The names of the pages that show what changed. */
const names: ReadonlySet<string> = new Set(['changes', 'changes.md', 'changes.atom'])

/**
 * Returns a function that adds what changed to the API of a page that shows it. Other pages do not read old deployments, and an
 * API is read once for each of its versions.
 */
export function publicationReader({ apis }: PortalBox) {
  const known = new WeakMap<SiteApi, Promise<readonly Publication[]>>()
  const documents = new Map<string, DocumentFacts>()

  async function read({ id }: SiteApi): Promise<readonly Publication[]> {
    const { deployments = [], ...record } = await apis.get({ id, deployments: 'full' })
    const deployed: Deployed[] = []
    for (const { id: deployment, at, version, apiDefinition } of deployments)
      if (apiDefinition) {
        const document = await documentOf({ ...record, ...apiDefinition, id })
        deployed.push({ id: deployment, at, version, facts: factsOfDefinition(apiDefinition, document) })
      }
    return publicationsOf(deployed, deployments.length < KEPT)
  }

  /** The operations of the document of a definition. Most deployments have the document of the one before. */
  async function documentOf(definition: GatewayApi): Promise<DocumentFacts> {
    const { resources = [], home } = definition.documentation ?? {}
    const key = await digestOf(JSON.stringify([definition.id, resources, home]))
    const found = documents.get(key)
    if (found) return found
    const placed = await withDocuments(definition, apis)
    const first = firstDocument(placed.documentation ?? {}, { address: undefined, readYaml })
    const facts: DocumentFacts = first
      ? {
          operations: operationsOfDocument(first.openapi),
          ...(first.openapiPath && { openapiPath: first.openapiPath }),
        }
      : {}
    documents.set(key, facts)
    if (documents.size > MOST_DOCUMENTS) documents.delete(documents.keys().next().value as string)
    return facts
  }

  return async (site: Site, path: string): Promise<Site> => {
    const { segments = [] } = readPath(path)
    const [first = '', second = ''] = site.only === undefined ? segments : [site.only, ...segments]
    const api = names.has(second) ? findApi(site, first) : undefined
    if (!api) return site
    const reading = known.get(api) ?? read(api)
    known.set(api, reading)
    reading.catch(() => known.delete(api))
    const publications = await reading
    return { ...site, apis: site.apis.map((one) => (one === api ? { ...one, publications } : one)) }
  }
}
