/**
 * The whole API, as data. Start reading here: everything that Signalbox can be asked is under one of these names, with
 * its method, its path, its schemas and who may ask.
 */
import { Type } from 'typebox'
import { apiKeyContract, sessionContract, userContract } from './access/contract.ts'
import { configContract } from './configs/contract.ts'
import { errorTemplateContract } from './error-pages/contract.ts'
import { eventContract } from './events/contract.ts'
import { domainNames } from './events/event.ts'
import { experimentContract } from './experiments/contract.ts'
import { featureContract } from './features/contract.ts'
import { allRoutes, apiRoutes } from './gateway/compile/contract.ts'
import { apiContract, backendContract } from './gateway/contract.ts'
import { healthContract } from './health/contract.ts'
import { ofrepContract } from './ofrep/contract.ts'
import type { Described } from './operation.ts'
import { operation } from './operation.ts'
import { choice, object, patterns } from './schema.ts'
import { scriptContract } from './scripts/contract.ts'
import { credentialContract, subscriptionContract } from './subscriptions/contract.ts'
import type { Summaries } from './summaries.ts'
import { webhookContract } from './webhooks/contract.ts'
import { workflowContract } from './workflows/contract.ts'

/** Every operation by name. */
export const contract = {
  features: featureContract,
  configs: configContract,
  experiments: experimentContract,
  scripts: scriptContract,
  apiKeys: apiKeyContract,
  users: userContract,
  ...sessionContract,
  errorTemplates: errorTemplateContract,
  apis: { ...apiContract, routes: apiRoutes },
  backends: backendContract,
  routes: allRoutes,
  subscriptions: subscriptionContract,
  credentials: credentialContract,
  workflows: workflowContract,
  ofrep: ofrepContract,
  events: eventContract,
  webhooks: webhookContract,
  search: operation({
    method: 'GET',
    path: '/api/_search',
    summary: 'Find records of all kinds by their ids',
    access: 'authenticated',
    query: object({
      pattern: Type.Optional(patterns),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 50 })),
    }),
    response: object({ results: Type.Array(object({ domain: choice(domainNames), id: Type.String() })) }),
  }),
  ...healthContract,
}

/**
 * The whole API as functions, in process or from elsewhere. An interface, so that declarations of programs that export one name it,
 * in place of writing out all that it is. `SignalboxApi['apis']` names a part.
 */
export interface SignalboxApi extends Described<Summaries, typeof contract> {}

export type { Access } from './access/access.ts'
export type { Config } from './configs/config.ts'
export type { ErrorTemplate } from './error-pages/error-template.ts'
export type { ChangeEvent, Domain, EventType } from './events/event.ts'
export type { Binding, Experiment, Variant, VariantEvent } from './experiments/experiment.ts'
export type { Results } from './experiments/figures.ts'
export type { Feature } from './features/feature.ts'
export type { Api, Described, Stream } from './operation.ts'
export type { JsonPatchOperation } from './records/contract.ts'
export type { MergePatch } from './records/merge-patch.ts'
export type { Summaries } from './summaries.ts'
export { mapOperations, operations } from './walk.ts'
