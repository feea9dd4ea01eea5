import type { Findings, Json } from './findings.ts'
import { isGiven, isJson, listOf, pick } from './findings.ts'

/** A stored backend here. */
export function translateStoredBackend(record: Json, { note }: Findings): Json {
  const { client, ...backend } = isJson(record.backend) ? record.backend : {}
  const lost = ['description', 'tags', 'metadata'].filter((name) => isGiven(record[name]))
  if (isGiven(client)) lost.push('client')
  if (lost.length > 0) note(`${lost.join(', ')} is left out`)
  return { ...pick(record, ['id', 'name']), backend }
}

/** A subscription here, without credentials: their secrets are in no export of APIs. Dates that were written whatever happened are left out. */
export function translateSubscription(record: Json, { note }: Findings): Json {
  const { enabled = false, token_refs } = record
  const dates = isJson(record.dates) ? record.dates : {}
  if (isGiven(record.payment_ref)) note('payment_ref is left out')
  if (isGiven(token_refs)) note('its credentials are not in the file: _rotate gives it a new one')
  return {
    ...pick(record, ['id', 'name', 'description', 'api_ref', 'plan_ref', 'owner_ref', 'tags', 'metadata']),
    enabled,
    dates: {
      ...pick(dates, ['created_at', 'processed_at', 'started_at']),
      ...(!enabled && pick(dates, ['paused_at'])),
      ...(record.status === 'closed' && pick(dates, ['closed_at'])),
    },
  }
}

/** An error template here. One of a route of an API is found under the id that the route has now. */
export function translateErrorTemplate(record: Json, apis: readonly Json[]): Json {
  const { serviceId } = record
  const api = apis.find(({ routes }) => listOf(routes).some(({ id }) => id === serviceId))
  return {
    ...pick(record, ['name', 'description', 'tags', 'metadata', 'genericTemplates', 'messages']),
    ...pick(record, ['template40x', 'template50x', 'templateBuild', 'templateMaintenance']),
    serviceId: api ? `${api.id}:${serviceId}` : serviceId,
  }
}
