import { type Findings, isGiven, isJson, type Json, listOf, pick } from './findings.ts'
import { translateUpstream } from './upstream.ts'

/** Translates a stored backend. */
export function translateStoredBackend(record: Json, findings: Findings): Json {
  const { note } = findings
  const { client, ...backend } = isJson(record.backend) ? record.backend : {}
  const lost = ['description', 'tags', 'metadata'].filter((name) => isGiven(record[name]))
  if (isGiven(client)) lost.push('client')
  if (lost.length > 0) note(`${lost.join(', ')} is left out`)
  const upstream = translateUpstream({ name: 'It', settings: backend }, findings)
  return { ...pick(record, ['id', 'name']), backend: upstream }
}

/**
 * Translates a subscription. Credentials are missing, because exports do not contain their secrets. `paused_at` and
 * `closed_at` are only kept for paused and closed subscriptions, because Otoroshi always sets them.
 */
export function translateSubscription(record: Json, { note }: Findings): Json {
  const { enabled = false, token_refs } = record
  const dates = isJson(record.dates) ? record.dates : {}
  if (isGiven(record.payment_ref)) note('payment_ref is left out')
  if (isGiven(token_refs)) note('its credentials are not in the file: create a new one with _rotate')
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

/** Translates an error template. A template of a route gets the new id of the route. */
export function translateErrorTemplate(record: Json, apis: readonly Json[]): Json {
  const { serviceId } = record
  const api = apis.find(({ routes }) => listOf(routes).some(({ id }) => id === serviceId))
  return {
    ...pick(record, ['name', 'description', 'tags', 'metadata', 'genericTemplates', 'messages']),
    ...pick(record, ['template40x', 'template50x', 'templateBuild', 'templateMaintenance']),
    serviceId: api ? `${api.id}:${serviceId}` : serviceId,
  }
}
