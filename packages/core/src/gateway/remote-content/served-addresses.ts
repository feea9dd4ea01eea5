import { digest } from '../../machine/secrets/secret.ts'
import type { Reads } from '../../ports.ts'
import { type ApiDefinition, type ApiState, apis } from '../apis/api.ts'
import { servedDefinition } from '../apis/served-definition.ts'
import { loadDefinition, loadIndex, summaryOf } from '../deployments/deployments.ts'
import type { FetchSettings } from './fetch-document.ts'
import { type Documentation, remotePlaces } from './remote-places.ts'

/** The documentation that an API serves, secrets included. */
export interface ServedDocumentation {
  readonly documentation: Documentation
  /** Whether consumers can read it. */
  readonly isPublished: boolean
  /** Whether any of it is elsewhere. */
  readonly isRemote: boolean
  /** Changes with each deployment, and with its addresses. */
  readonly digest: string
}

/** Reads the documentation that an API serves, or would serve; `undefined` if there is no such API. */
export async function readServed(store: Reads, id: string): Promise<ServedDocumentation | undefined> {
  const found = await store.get(apis.plural, id)
  if (!found) return undefined
  const saved = found.value as ApiDefinition
  const [newest] = (await loadIndex(store, id)).index.entries
  const apiDefinition = newest && (await loadDefinition(store, newest))
  const deployments = newest && apiDefinition ? [{ ...summaryOf(newest), apiDefinition }] : []
  const { documentation = {} } = servedDefinition({ ...saved, deployments })
  const { url = '', timeout, follow_redirects } = documentation.source ?? {}
  const urls = remotePlaces(documentation).map((place) => place.url)
  return {
    documentation,
    isPublished: isOpen(saved.state) && documentation.enabled !== false,
    isRemote: url !== '' || urls.length > 0,
    digest: digest(JSON.stringify([newest?.id, url, timeout, follow_redirects, urls])),
  }
}

const isOpen = (state: ApiState | undefined): boolean => state === 'published' || state === 'deprecated'

/** How long a document may take: usually, and at most, in milliseconds. */
const TIMEOUT = 10_000
const LONGEST_TIMEOUT = 30_000

/** How the documents of an API are fetched. The headers of its source go to the origin of the source alone. Pure. */
export function settingsOf({ source = {} }: Documentation): FetchSettings {
  const { url = '', timeout, follow_redirects = false, headers } = source
  const origin = URL.parse(url)?.origin
  return {
    timeout: Math.min(timeout || TIMEOUT, LONGEST_TIMEOUT),
    followsRedirects: follow_redirects,
    secrets: headers && origin !== undefined ? { origin, headers } : undefined,
  }
}
