import { describe } from 'vitest'
import { describeAccess } from './access.ts'
import { describeApiConfigurations } from './api-configurations.ts'
import { describeApiLists } from './api-lists.ts'
import { describeApiSecrets } from './api-secrets.ts'
import { describeApiStates } from './api-states.ts'
import type { ApiTest } from './api-test.ts'
import { describeApis } from './apis.ts'
import { describeBackends } from './backends.ts'
import { describeChecks } from './checks.ts'
import { describeCommits } from './commits.ts'
import { describeCompiledRoutes } from './compiled-routes.ts'
import { describeConfigRules } from './config-rules.ts'
import { describeConfigs } from './configs.ts'
import { describeCredentials } from './credentials.ts'
import { describeDataPlanes } from './data-planes.ts'
import { describeDefaults } from './defaults.ts'
import { describeDeployments } from './deployments.ts'
import { describeDrafts } from './drafts.ts'
import { describeErasedHistories } from './erased-histories.ts'
import { describeErasure, describeTraces } from './erasure.ts'
import { describeErrorTemplates } from './error-templates.ts'
import { describeEtags } from './etags.ts'
import { describeEventHistory } from './event-history.ts'
import { describeEventReplay } from './event-replay.ts'
import { describeEvents } from './events.ts'
import { describeExperiments } from './experiments.ts'
import { describeFeatures } from './features.ts'
import { experimentKind, type Kind, kinds, scriptKind, segmentKind } from './kinds.ts'
import { describeLists } from './lists.ts'
import { describeManyPatches } from './many-patches.ts'
import { describeOfrep } from './ofrep.ts'
import { describeOpenApiImport } from './openapi-import.ts'
import { describePatchFailures } from './patch-failures.ts'
import { describePatches } from './patches.ts'
import { describePlans } from './plans.ts'
import { describeRecords } from './records.ts'
import { describeScripts } from './scripts.ts'
import { describeSegments } from './segments.ts'
import { describeService } from './service.ts'
import { describeStrategies } from './strategies.ts'
import { describeSubscriptionLists } from './subscription-lists.ts'
import { describeSubscriptions } from './subscriptions.ts'
import { describeTargeting } from './targeting.ts'
import { describeTransfers } from './transfers.ts'
import { describeTrees } from './trees.ts'
import { describeTypedConfigs } from './typed-configs.ts'
import { describeUploads } from './uploads.ts'
import { describeUpstreamSecrets } from './upstream-secrets.ts'
import { describeValidation } from './validation.ts'
import { describeVariants } from './variants.ts'
import { describeWebhooks } from './webhooks.ts'
import { describeWorkflows } from './workflows.ts'

/** Registers the tests of a part. `domains` are the names of all domains, in the order in which error messages list them. */
type DescribePart = (test: ApiTest, domains: readonly string[]) => void

/** The parts that flags have, too, in the order in which they run. */
export const flagsParts = {
  records: (test) => eachOf([...kinds, segmentKind], (kind) => describeRecords(test, kind)),
  etags: (test) => eachOf([...kinds, experimentKind, segmentKind], (kind) => describeEtags(test, kind)),
  patches(test) {
    eachOf([...kinds, segmentKind], (kind) => describePatches(test, kind))
    eachOf([...kinds, experimentKind, segmentKind], (kind) => describePatchFailures(test, kind))
  },
  lists: (test) => eachOf([...kinds, scriptKind, segmentKind], (kind) => describeLists(test, kind)),
  uploads(test) {
    eachOf([...kinds, scriptKind, segmentKind], (kind) => describeUploads(test, kind))
    describeManyPatches(test)
  },
  features(test) {
    describeFeatures(test)
    describeValidation(test)
    describeStrategies(test)
    describeChecks(test)
    describeTrees(test)
  },
  segments: describeSegments,
  targeting: describeTargeting,
  configs(test) {
    describeConfigs(test)
    describeConfigRules(test)
    describeTypedConfigs(test)
  },
  experiments(test) {
    describe('experiments', () => {
      describeExperiments(test)
      describeVariants(test)
    })
  },
  erasure(test) {
    describeErasure(test)
    describeErasedHistories(test)
  },
  transfers: (test) => describe('experiments', () => describeTransfers(test)),
  scripts: (test) => describe('scripts', () => describeScripts(test)),
  events(test, domains) {
    describeEvents(test, domains)
    describeEventReplay(test)
    describeEventHistory(test, domains)
  },
} as const satisfies Record<string, DescribePart>

/** All parts, in the order in which they run. */
export const apiParts = {
  ...flagsParts,
  ofrep: describeOfrep,
  access: describeAccess,
  traces: describeTraces,
  errorTemplates: describeErrorTemplates,
  webhooks: describeWebhooks,
  apis: (test) =>
    describe('the gateway', () => {
      describeApis(test)
      describeDefaults(test)
      describeApiSecrets(test)
      describeApiConfigurations(test)
      describeUpstreamSecrets(test)
      describeApiStates(test)
      describeBackends(test)
      describePlans(test)
    }),
  deployments: (test) =>
    describe('the gateway', () => {
      describeDeployments(test)
      describeDrafts(test)
    }),
  gatewayLists: (test) =>
    describe('the gateway', () => {
      describeApiLists(test)
      describeSubscriptionLists(test)
    }),
  routes: (test) =>
    describe('the gateway', () => {
      describeCompiledRoutes(test)
      describeDataPlanes(test)
    }),
  openApiImport: (test) => describe('the gateway', () => describeOpenApiImport(test)),
  subscriptions: (test) =>
    describe('the gateway', () => {
      describeSubscriptions(test)
      describeCredentials(test)
    }),
  workflows: describeWorkflows,
  commits: describeCommits,
  service: describeService,
} as const satisfies Record<string, DescribePart>

const eachOf = (some: readonly Kind[], describeKind: (kind: Kind) => void): void => {
  for (const kind of some) describe(kind.plural, () => describeKind(kind))
}
