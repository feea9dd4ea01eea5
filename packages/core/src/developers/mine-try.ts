import { type ApiDefinition, apis } from '../gateway/apis/api.ts'
import { servedFrom } from '../gateway/apis/served-definition.ts'
import { loadDefinition, loadIndex } from '../gateway/deployments/deployments.ts'
import { documentUrl } from '../gateway/import-openapi/document-link.ts'
import { findDocument } from '../gateway/import-openapi/documents.ts'
import type { DocumentLimits, ReadOpenApi } from '../gateway/import-openapi/reading.ts'
import { notFound } from '../machine/errors/errors.ts'
import { createAllowance } from '../machine/guessing/allowance.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { CallContext } from '../operation.ts'
import type { Reads, Wait } from '../ports.ts'
import type { Planes } from '../serving/planes/planes.ts'
import { openApiOf } from '../serving/trying/openapi-of.ts'
import { tryOperation } from '../serving/trying/try-operation.ts'
import type { Trial, Tried } from '../serving/trying/try-schema.ts'
import { findApiPlans, withPlan } from '../subscriptions/api-plans.ts'
import { findSubscription } from '../subscriptions/credential-changes.ts'
import { type StoredSubscription, subscriptions } from '../subscriptions/subscription.ts'
import { consumerId, loadOwnApplication } from './consumer.ts'

/** What consumers need to try operations. */
export interface TryingParts {
  readonly instance: Pick<Instance, 'store' | 'clock'>
  /** The data planes of this process. */
  readonly planes: Planes
  /** Where clients reach the gateway. @default what data planes say */
  readonly gatewayUrl?: string | undefined
  readonly wait: Wait
  readonly readOpenApi: ReadOpenApi
  readonly documentLimits: DocumentLimits
}

/** How many operations a consumer may try. */
const ALLOWED = { most: 30, window: 60_000, what: 'tries a minute' }

/**
 * Creates the handler that tries operations of APIs. Throws what `tryOperation` throws, NOT_FOUND for subscriptions of other people's
 * applications, and TOO_MANY_REQUESTS beyond 30 tries a minute of a consumer.
 */
export function createTrying(parts: TryingParts) {
  const { instance, planes, gatewayUrl, wait, readOpenApi, documentLimits } = parts
  const { store, clock } = instance
  const allowance = createAllowance(clock, ALLOWED)
  const readYaml = async (text: string): Promise<unknown> =>
    JSON.parse((await readOpenApi({ openapi: text }, documentLimits)).text)

  return async (tried: Tried, call: CallContext): Promise<Trial> => {
    const subscription = await loadOwnSubscription(store, tried.subscription, call)
    allowance.take(consumerId(call))
    const api = await loadServed(store, tried.api)
    const document = await openApiOf(api, { readYaml, atUrl: (url) => storedAt(store, tried.api, url) })
    return tryOperation(tried, { api, document, subscription }, { planes, gatewayUrl, clock, wait })
  }
}

/** A subscription of an application that lists the calling consumer, as it stands now. Any other is NOT_FOUND, as an unknown id. */
async function loadOwnSubscription(store: Reads, id: string, call: CallContext): Promise<StoredSubscription> {
  const record = (await findSubscription(store, id))?.record
  const unknown = notFound(subscriptions.name, id)
  await loadOwnApplication(store, record?.owner_ref ?? '', { call }).catch((error) => {
    throw error.code === 'NOT_FOUND' ? unknown : error
  })
  if (!record) throw unknown
  return withPlan(record, await findApiPlans(store, record.api_ref))
}

/** The definition that an API serves; NOT_FOUND unless its consumers may read its documentation. */
async function loadServed(store: Reads, id: string): Promise<ApiDefinition> {
  const saved = (await store.get(apis.plural, id))?.value as ApiDefinition | undefined
  const [newest] = saved ? (await loadIndex(store, id)).index.entries : []
  const served = saved && servedFrom(saved, newest && (await loadDefinition(store, newest)))
  const { state, documentation } = served ?? {}
  const isRead = (state === 'published' || state === 'deprecated') && documentation?.enabled !== false
  if (!served || !isRead) throw notFound(apis.name, id)
  return served
}

/** A document of an import, by its URL in the documentation of its API. */
async function storedAt(store: Reads, api: string, url: string): Promise<unknown> {
  const prefix = documentUrl(api, '')
  return url.startsWith(prefix) ? findDocument(store, api, url.slice(prefix.length)) : undefined
}
