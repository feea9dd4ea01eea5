import type { Domain, EventType } from '@signalbox/core/contract'

/** The prefix of the event types of each domain. */
export const prefixes = {
  Feature: 'FEATURE',
  Segment: 'SEGMENT',
  Config: 'CONFIG',
  Experiment: 'EXPERIMENT',
  Script: 'GLOBALSCRIPT',
  ErrorTemplate: 'ERRORTEMPLATE',
  Api: 'API',
  Backend: 'BACKEND',
  Subscription: 'SUBSCRIPTION',
  Credential: 'CREDENTIAL',
  Workflow: 'WORKFLOW',
  ApiKey: 'APIKEY',
  User: 'USER',
  GatewayKey: 'GATEWAYKEY',
  Webhook: 'WEBHOOK',
} as const satisfies Record<Domain, string>

const endings = ['_CREATED', '_UPDATED', '_DELETED', 'S_DELETED'] as const

/**
 * The types of events that the page shows: changes. Clients of experiments cause an event with each binding and each
 * display, which would flood the page of a busy service.
 */
export const changeTypes: readonly EventType[] = [
  ...Object.values(prefixes).flatMap((prefix) => endings.map((ending) => `${prefix}${ending}` as const)),
  'EXPERIMENT_VARIANT_EVENT_DELETED',
  'API_DEPLOYED',
  'API_DRAFT_CREATED',
  'API_DRAFT_UPDATED',
  'API_DRAFT_DELETED',
  'CREDENTIAL_ROTATION_DUE',
  'GATEWAYKEY_REPORT_REFUSED',
  'WORKFLOW_EVENT_EMITTED',
]
