import type { ApiPart } from '@signalbox/testing'

/** The parts of the API that ask a store for more than single records: pages, indexes, events, and commits of several. */
export const partsThatStore = [
  'records',
  'etags',
  'lists',
  'gatewayLists',
  'uploads',
  'targeting',
  'events',
  'experiments',
  'erasure',
  'traces',
  'transfers',
  'webhooks',
  'deployments',
  'subscriptions',
  'workflows',
] as const satisfies readonly ApiPart[]
