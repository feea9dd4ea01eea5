import { describe } from 'vitest'
import { describeAccess } from './access.ts'
import type { ApiTest } from './api-test.ts'
import { describeChecks } from './flags/checks.ts'
import { describeConfigRules } from './flags/config-rules.ts'
import { describeConfigs } from './flags/configs.ts'
import { describeExperiments } from './flags/experiments.ts'
import { describeFeatures } from './flags/features.ts'
import { describeOfrep } from './flags/ofrep.ts'
import { describeScripts } from './flags/scripts.ts'
import { describeSegments } from './flags/segments.ts'
import { describeStrategies } from './flags/strategies.ts'
import { describeTargeting } from './flags/targeting.ts'
import { describeTypedConfigs } from './flags/typed-configs.ts'
import { describeVariants } from './flags/variants.ts'
import { describeApiConfigurations } from './gateway/api-configurations.ts'
import { describeApiLists } from './gateway/api-lists.ts'
import { describeApiSecrets } from './gateway/api-secrets.ts'
import { describeApiStates } from './gateway/api-states.ts'
import { describeApis } from './gateway/apis.ts'
import { describeBackends } from './gateway/backends.ts'
import { describeCompiledRoutes } from './gateway/compiled-routes.ts'
import { describeCredentials } from './gateway/credentials.ts'
import { describeDataPlanes } from './gateway/data-planes.ts'
import { describeDeployments } from './gateway/deployments.ts'
import { describeDevelopers } from './gateway/developers.ts'
import { describeDrafts } from './gateway/drafts.ts'
import { describeErrorTemplates } from './gateway/error-templates.ts'
import { describeOpenApiImport } from './gateway/openapi-import.ts'
import { describePlans } from './gateway/plans.ts'
import { describeSubscriptionLists } from './gateway/subscription-lists.ts'
import { describeSubscriptions } from './gateway/subscriptions.ts'
import { describeUpstreamSecrets } from './gateway/upstream-secrets.ts'
import { describeCommits } from './records/commits.ts'
import { describeDefaults } from './records/defaults.ts'
import { describeErasedHistories } from './records/erased-histories.ts'
import { describeErasure, describeTraces } from './records/erasure.ts'
import { describeEtags } from './records/etags.ts'
import { describeEventHistory } from './records/event-history.ts'
import { describeEventReplay } from './records/event-replay.ts'
import { describeEvents } from './records/events.ts'
import { experimentKind, type Kind, kinds, scriptKind, segmentKind } from './records/kinds.ts'
import { describeLists } from './records/lists.ts'
import { describeManyPatches } from './records/many-patches.ts'
import { describePatchFailures } from './records/patch-failures.ts'
import { describePatches } from './records/patches.ts'
import { describeRecords } from './records/records.ts'
import { describeTransfers } from './records/transfers.ts'
import { describeTrees } from './records/trees.ts'
import { describeUploads } from './records/uploads.ts'
import { describeValidation } from './records/validation.ts'
import { describeService } from './service.ts'
import { describeWebhooks } from './webhooks.ts'
import { describeWorkflows } from './workflows/workflows.ts'

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
  developers: (test) => describe('the gateway', () => describeDevelopers(test)),
  workflows: describeWorkflows,
  commits: describeCommits,
  service: describeService,
} as const satisfies Record<string, DescribePart>

const eachOf = (some: readonly Kind[], describeKind: (kind: Kind) => void): void => {
  for (const kind of some) describe(kind.plural, () => describeKind(kind))
}
