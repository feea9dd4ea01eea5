import type { Domain } from '@signalbox/core/contract'

/** Every domain of change events. The service sends those that the caller may see. */
export const eventDomains = [
  'Feature',
  'Segment',
  'Config',
  'Experiment',
  'Script',
  'ErrorTemplate',
  'Api',
  'Backend',
  'Subscription',
  'Credential',
  'Workflow',
  'ApiKey',
  'User',
  'GatewayKey',
  'Webhook',
] as const satisfies readonly Domain[]
