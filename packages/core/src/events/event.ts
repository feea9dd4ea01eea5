import type { Static } from '../schema.ts'
import { choice, object, Type } from '../schema.ts'

/** The domains of features, configs and experiments, and what the types of their events begin with. */
const firstDomains = {
  Experiment: 'EXPERIMENT',
  ApiKey: 'APIKEY',
  Config: 'CONFIG',
  Feature: 'FEATURE',
  User: 'USER',
  Script: 'GLOBALSCRIPT',
  Webhook: 'WEBHOOK',
} as const

/** All domains: those, and the ones of the gateway; each with what the types of its events begin with. */
export const domains = {
  ...firstDomains,
  Api: 'API',
  Subscription: 'SUBSCRIPTION',
  ErrorTemplate: 'ERRORTEMPLATE',
  Backend: 'BACKEND',
  Workflow: 'WORKFLOW',
  Credential: 'CREDENTIAL',
} as const

/** What a record or an event belongs to. */
export type Domain = keyof typeof domains

/** The names of all domains, in the contract's order. */
export const domainNames = Object.keys(domains) as readonly Domain[]

/** What a stream carries that names no domains. */
export const streamedByDefault = Object.keys(firstDomains) as readonly Domain[]

type Prefix = (typeof domains)[Domain]

/** The types of change events. */
export type EventType =
  | `${Prefix}_${'CREATED' | 'UPDATED' | 'DELETED'}`
  | `${Prefix}S_DELETED`
  | 'VARIANT_BINDING_CREATED'
  | `EXPERIMENT_VARIANT_EVENT_${'CREATED' | 'DELETED'}`
  | 'CREDENTIAL_ROTATION_DUE'
  | 'API_DEPLOYED'
  | `API_DRAFT_${'CREATED' | 'UPDATED' | 'DELETED'}`
  | 'WORKFLOW_EVENT_EMITTED'

/** The types of change events, domain by domain. */
export const eventTypes: readonly EventType[] = [
  ...Object.values(domains).flatMap(
    (prefix) => [`${prefix}_CREATED`, `${prefix}_UPDATED`, `${prefix}_DELETED`, `${prefix}S_DELETED`] as const,
  ),
  'VARIANT_BINDING_CREATED',
  'EXPERIMENT_VARIANT_EVENT_CREATED',
  'EXPERIMENT_VARIANT_EVENT_DELETED',
  'CREDENTIAL_ROTATION_DUE',
  'API_DEPLOYED',
  'API_DRAFT_CREATED',
  'API_DRAFT_UPDATED',
  'API_DRAFT_DELETED',
  'WORKFLOW_EVENT_EMITTED',
]

/** One committed change, as listeners see it. */
export const changeEventSchema = object({
  _id: Type.Integer({ description: 'Unique; a more recent event has a greater id' }),
  type: Type.Unsafe<EventType>({ type: 'string' }),
  key: Type.String({ description: 'Key of the modified object' }),
  domain: choice(domainNames),
  payload: Type.Unknown({ description: 'The updated object' }),
  oldValue: Type.Optional(Type.Unknown({ description: 'What it was before; on updates only' })),
  authInfo: Type.Optional(object({ id: Type.String(), name: Type.String(), kind: Type.String() })),
  timestamp: Type.String({ description: 'Local date-time with milliseconds, no zone' }),
})

/** One committed change: its id, what happened to which object, and when. */
export type ChangeEvent = Static<typeof changeEventSchema>

/** An event before its commit gives it an id. */
export type EventDraft = Omit<ChangeEvent, '_id'>
