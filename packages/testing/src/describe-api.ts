import { contract, operations } from '@signalbox/core/contract'
import type { Contract } from '@signalbox/core/wire'
import { describe, expect } from 'vitest'
import { describeAccess } from './api/access.ts'
import { describeApiConfigurations } from './api/api-configurations.ts'
import { describeApiLists } from './api/api-lists.ts'
import { describeApiSecrets } from './api/api-secrets.ts'
import { describeApiStates } from './api/api-states.ts'
import type { ApiPorts, ApiSubject, ApiTest, FlagsSubject } from './api/api-test.ts'
import { apiTest } from './api/api-test.ts'
import { describeApis } from './api/apis.ts'
import { describeBackends } from './api/backends.ts'
import { describeChecks } from './api/checks.ts'
import { describeCompiledRoutes } from './api/compiled-routes.ts'
import { describeConfigs } from './api/configs.ts'
import { describeCredentials } from './api/credentials.ts'
import { describeDefaults } from './api/defaults.ts'
import { describeDeployments } from './api/deployments.ts'
import { describeDrafts } from './api/drafts.ts'
import { describeErrorTemplates } from './api/error-templates.ts'
import { describeEtags } from './api/etags.ts'
import { describeEventReplay } from './api/event-replay.ts'
import { describeEvents } from './api/events.ts'
import { describeExperiments } from './api/experiments.ts'
import { describeFeatures } from './api/features.ts'
import { experimentKind, kinds, scriptKind } from './api/kinds.ts'
import { describeLists } from './api/lists.ts'
import { describeOfrep } from './api/ofrep.ts'
import { describeOpenApiImport } from './api/openapi-import.ts'
import { describePatchFailures } from './api/patch-failures.ts'
import { describePatches } from './api/patches.ts'
import { describePlans } from './api/plans.ts'
import { describeRecords } from './api/records.ts'
import { describeScripts } from './api/scripts.ts'
import { describeService } from './api/service.ts'
import { describeStrategies } from './api/strategies.ts'
import { describeSubscriptionLists } from './api/subscription-lists.ts'
import { describeSubscriptions } from './api/subscriptions.ts'
import { describeTransfers } from './api/transfers.ts'
import { describeTrees } from './api/trees.ts'
import { describeUploads } from './api/uploads.ts'
import { describeValidation } from './api/validation.ts'
import { describeVariants } from './api/variants.ts'
import { describeWebhooks } from './api/webhooks.ts'
import { describeWorkflows } from './api/workflows.ts'

/**
 * Registers Vitest tests for everything that callers of the API may rely on: in process, over HTTP, on any store.
 * `create` runs once per test; the service must use the ports it is given, the clock among them. The last test fails if
 * the suite never called some operation of the contract.
 *
 * @example
 * ```ts
 * describeApi('on my store', (ports) => {
 *   const box = createSignalbox({ ...ports, store: memoryStore() })
 *   return { api: box, close: () => box.close() }
 * })
 * ```
 */
export function describeApi(name: string, create: (ports: ApiPorts) => ApiSubject | Promise<ApiSubject>): void {
  const called = new Set<string>()
  const test = apiTest(create, called)

  describe(`the API ${name}`, { shuffle: false, concurrent: false }, () => {
    describeFlags(test, allDomains)
    describeOfrep(test)
    describeAccess(test)
    describeErrorTemplates(test)
    describeWebhooks(test)
    describe('the gateway', () => {
      describeApis(test)
      describeDefaults(test)
      describeApiSecrets(test)
      describeApiConfigurations(test)
      describeApiLists(test)
      describeApiStates(test)
      describeDeployments(test)
      describeDrafts(test)
      describeBackends(test)
      describeCompiledRoutes(test)
      describeOpenApiImport(test)
      describePlans(test)
      describeSubscriptions(test)
      describeSubscriptionLists(test)
      describeCredentials(test)
    })
    describeWorkflows(test)
    describeService(test)

    describeCompleteness(test, called, contract)
  })
}

/**
 * Registers the tests of `describeApi` for features, configs, experiments, scripts and events: what callers of
 * `createFlags` may rely on. `create` runs once per test.
 *
 * @example
 * ```ts
 * describeFlagsApi('on my store', ({ passwords: _, ...ports }) => {
 *   const api = createFlags({ ...ports, store: memoryStore() })
 *   return { api, close: () => api.close() }
 * })
 * ```
 */
export function describeFlagsApi(
  name: string,
  create: (ports: ApiPorts) => FlagsSubject | Promise<FlagsSubject>,
): void {
  const called = new Set<string>()
  const { features, configs, experiments, scripts, events } = contract
  const asked = { features, configs, experiments, scripts, events }
  const test = apiTest(create, called, asked)

  describe(`flags ${name}`, { shuffle: false, concurrent: false }, () => {
    describeFlags(test, domainsOfFlags)
    describeCompleteness(test, called, asked)
  })
}

/** In the order in which error messages list them. */
const domainsOfFlags = ['Feature', 'Config', 'Experiment', 'Script']
const domainsOfGateway = ['ErrorTemplate', 'Api', 'Backend', 'Subscription', 'Credential', 'Workflow']
const allDomains = [...domainsOfFlags, ...domainsOfGateway, 'ApiKey', 'User', 'Webhook']

function describeFlags(test: ApiTest, domains: readonly string[]): void {
  for (const kind of kinds)
    describe(kind.plural, () => {
      describeRecords(test, kind)
      describeEtags(test, kind)
      describeLists(test, kind)
      describePatches(test, kind)
      describePatchFailures(test, kind)
      describeUploads(test, kind)
    })
  describeFeatures(test)
  describeValidation(test)
  describeStrategies(test)
  describeChecks(test)
  describeTrees(test)
  describeConfigs(test)
  describe('experiments', () => {
    describeEtags(test, experimentKind)
    describePatchFailures(test, experimentKind)
    describeExperiments(test)
    describeVariants(test)
    describeTransfers(test)
  })
  describe('scripts', () => {
    describeLists(test, scriptKind)
    describeUploads(test, scriptKind)
    describeScripts(test)
  })
  describeEvents(test, domains)
  describeEventReplay(test)
}

function describeCompleteness(test: ApiTest, called: ReadonlySet<string>, asked: Contract): void {
  test('is exercised here in every operation of the contract', () => {
    const names = operations(asked).map((one) => one.name.join('.'))
    expect(names.filter((one) => !called.has(one))).toEqual([])
  })
}
