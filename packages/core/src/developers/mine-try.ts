import { type ApiDefinition, apis } from '../gateway/apis/api.ts'
import { servedFrom } from '../gateway/apis/served-definition.ts'
import { loadDefinition, loadIndex } from '../gateway/deployments/deployments.ts'
import { documentUrl } from '../gateway/import-openapi/document-link.ts'
import { findDocument } from '../gateway/import-openapi/documents.ts'
import type { DocumentLimits, ReadOpenApi } from '../gateway/import-openapi/reading.ts'
import { findDocumentation } from '../gateway/remote-content/remote-documentation.ts'
import type { Documentation, DocumentResource } from '../gateway/remote-content/remote-places.ts'
import { notFound } from '../machine/errors/errors.ts'
import { createAllowance } from '../machine/guessing/allowance.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { CallContext } from '../operation.ts'
import type { Reads, Wait } from '../ports.ts'
import type { Planes } from '../serving/planes/planes.ts'
import { openApiOf } from '../serving/trying/openapi-of.ts'
import { demandSubscriptionTo, tryOperation } from '../serving/trying/try-operation.ts'
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
 * applications and to other APIs, whether those exist or not, and TOO_MANY_REQUESTS beyond 30 tries a minute of a consumer.
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
    // Before anything is read of the API: the answer tells nobody whether it exists.
    demandSubscriptionTo(tried.api, subscription)
    const api = await loadServed(store, tried.api)
    const document = await openApiOf(api, {
      readYaml,
      complete: (documentation) => completed(store, tried.api, documentation),
    })
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

/** The documentation of an API with remote content and the documents of imports in place of their addresses. */
async function completed(store: Reads, id: string, documentation: Documentation): Promise<Documentation> {
  const remote = await findDocumentation(store, id)
  const whole = remote ? await remote.complete(documentation) : documentation
  const resources = whole.resources && (await Promise.all(whole.resources.map((one) => withStored(store, id, one))))
  return { ...whole, ...(resources && { resources }) }
}

/** A resource with the stored document that its URL names, if there is one. */
async function withStored(store: Reads, id: string, resource: DocumentResource): Promise<DocumentResource> {
  const { url, ...own } = resource
  const prefix = documentUrl(id, '')
  const document = url?.startsWith(prefix) ? await findDocument(store, id, url.slice(prefix.length)) : undefined
  return document === undefined ? resource : { ...own, json_content: document }
}
