import { contract, operations } from '@signalbox/core/contract'
import type { Contract } from '@signalbox/core/wire'
import { describe, expect } from 'vitest'
import { type ApiPorts, type ApiSubject, type ApiTest, apiTest, type FlagsSubject } from './api/api-test.ts'
import { apiParts, flagsParts } from './api/parts.ts'

/** A part of `describeApi`. */
export type ApiPart = keyof typeof apiParts

/** A part of `describeFlagsApi`. */
export type FlagsPart = keyof typeof flagsParts

/** Options of `describeApi` and `describeFlagsApi`. */
export interface ApiSuiteOptions<P extends ApiPart = ApiPart> {
  /**
   * The parts to run. Use it for what depends on few parts: a store needs no tests of the percentage of a feature.
   * @default all
   */
  readonly only?: readonly P[]
}

/**
 * Registers Vitest tests for everything that callers of the API may rely on: in process, over HTTP, on any store.
 * `create` runs once per test; the service must use the ports it is given, the clock among them. Without `only`, the
 * last test fails if the suite never called some operation of the contract.
 *
 * @example
 * ```ts
 * describeApi('on my store', (ports) => {
 *   const box = createSignalbox({ ...ports, store: memoryStore() })
 *   return { api: box, close: () => box.close() }
 * })
 * ```
 */
export function describeApi(
  name: string,
  create: (ports: ApiPorts) => ApiSubject | Promise<ApiSubject>,
  { only }: ApiSuiteOptions = {},
): void {
  const called = new Set<string>()
  const test = apiTest(create, called)
  const parts = only ?? (Object.keys(apiParts) as ApiPart[])

  describe(`the API ${name}`, { shuffle: false, concurrent: false }, () => {
    for (const part of parts) apiParts[part](test, allDomains)
    if (!only) describeCompleteness(test, called, contract)
  })
}

/**
 * Registers the tests of `describeApi` for features, segments, configs, experiments, scripts and events: what callers of
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
  { only }: ApiSuiteOptions<FlagsPart> = {},
): void {
  const called = new Set<string>()
  const { features, segments, lint, configs, experiments, scripts, events } = contract
  const asked = { features, segments, lint, configs, experiments, scripts, events }
  const test = apiTest(create, called, asked)
  const parts = only ?? (Object.keys(flagsParts) as FlagsPart[])

  describe(`flags ${name}`, { shuffle: false, concurrent: false }, () => {
    for (const part of parts) flagsParts[part](test, domainsOfFlags)
    if (!only) describeCompleteness(test, called, asked)
  })
}

/** In the order in which error messages list them. */
const domainsOfFlags = ['Feature', 'Segment', 'Config', 'Experiment', 'Script']
const domainsOfGateway = [
  ...['ErrorTemplate', 'Api', 'Backend', 'Subscription', 'Credential', 'Developer', 'Application'],
  'Workflow',
]
const allDomains = [...domainsOfFlags, ...domainsOfGateway, 'ApiKey', 'User', 'GatewayKey', 'Webhook']

function describeCompleteness(test: ApiTest, called: ReadonlySet<string>, asked: Contract): void {
  test('is exercised here in every operation of the contract', () => {
    const names = operations(asked).map((one) => one.name.join('.'))
    expect(names.filter((one) => !called.has(one))).toEqual([])
  })
}
