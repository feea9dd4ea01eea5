import { contract, operations, type Signalbox, SignalboxError } from '@signalbox/core'
import { createTestBox, type TestBox } from '@signalbox/testing'
import fc from 'fast-check'
import * as random from './random-records.fixture.ts'
import { id, plain, text } from './random-records.fixture.ts'

/** One step towards a random box: a call of the API by the name of its operation, or time that passes, in milliseconds. */
export type BoxStep =
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly wait: number }

const calls = (call: string, input: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<BoxStep> =>
  fc.record(input).map((given) => ({ call, input: given }))

const force = fc.boolean()

const creations: readonly fc.Arbitrary<BoxStep>[] = [
  calls('features.create', { body: random.feature, force }),
  calls('segments.create', { body: random.segment }),
  calls('configs.create', { body: random.config, force }),
  calls('experiments.create', { body: random.experiment }),
  calls('scripts.create', { body: random.script }),
  calls('backends.create', { body: random.backend }),
  calls('apis.create', { body: random.api }),
  calls('subscriptions.create', { body: random.subscription }),
  calls('errorTemplates.create', { body: random.errorTemplate }),
  calls('workflows.create', { body: random.workflow }),
  calls('webhooks.create', { body: random.webhook }),
  calls('users.create', { body: random.user }),
  calls('apiKeys.create', { body: random.apiKey }),
  calls('gatewayKeys.create', { body: random.gatewayKey }),
  calls('developers.create', { body: random.developer }),
  calls('applications.create', { body: random.application }),
]

/** An API that is published at once, with a subscription. */
const publication: fc.Arbitrary<readonly BoxStep[]> = fc
  .tuple(random.api, random.subscription)
  .map(([api, subscription]) => [
    { call: 'apis.create', input: { body: api } },
    { call: 'apis.deployments.create', input: { id: api.id, body: {} } },
    { call: 'subscriptions.create', input: { body: { ...subscription, api_ref: api.id } } },
  ])

const closing = fc
  .tuple(fc.constantFrom(0, 1), fc.constantFrom('published', 'deprecated', 'closed'))
  .map(([at, value]) => [{ op: 'replace', path: `/documentation/plans/${at}/status`, value }])

const changes: readonly fc.Arbitrary<BoxStep>[] = [
  calls('apis.patch', { id: plain, body: fc.record({ state: fc.constantFrom('published', 'deprecated', 'removed') }) }),
  calls('apis.patch', { id: plain, body: closing, force }),
  calls('apis.draft.patch', { id: plain, body: fc.record({ description: text }) }),
  calls('subscriptions.close', { id: plain }),
  calls('subscriptions.pause', { id: plain, reason: text }),
  calls('subscriptions.rotate', { id: plain }),
  calls('experiments.displayed', { id, clientId: plain }),
  ...['features', 'segments'].map((kind) => calls(`${kind}.delete`, { id, force })),
  ...['configs', 'experiments', 'scripts'].map((kind) => calls(`${kind}.delete`, { id })),
  ...['backends', 'subscriptions', 'workflows'].map((kind) => calls(`${kind}.delete`, { id: plain })),
  calls('apis.delete', { id: plain, force }),
  fc.constantFrom({ wait: 60_000 }, { wait: 25 * 60 * 60_000 }),
]

/** Steps towards a box with records of every kind, in any state. Boxes reject some of them, as they would of people. */
export const randomSteps: fc.Arbitrary<readonly BoxStep[]> = fc
  .array(
    fc.oneof(
      { arbitrary: fc.oneof(...creations).map((one) => [one]), weight: 10 },
      { arbitrary: fc.oneof(...changes).map((one) => [one]), weight: 4 },
      { arbitrary: publication, weight: 2 },
    ),
    { maxLength: 40, size: 'max' },
  )
  .map((steps) => steps.flat())

/** An empty box at an instant in epoch milliseconds. */
export const emptyBox = (start: number = Date.UTC(2026, 0, 1)): TestBox =>
  createTestBox({ start, scripts: { javascript: { check: async () => [], close: async () => {} } as never } })

const named = new Map(operations(contract).map((one) => [one.name.join('.'), one]))

/** Carries out steps. Resolves with the names of the calls that succeeded. */
export async function carryOut({ box, clock }: TestBox, steps: readonly BoxStep[]): Promise<readonly string[]> {
  const succeeded: string[] = []
  for (const step of steps)
    if ('wait' in step) clock.advance(step.wait)
    else if (await isAccepted(box, step)) succeeded.push(step.call)
  return succeeded
}

async function isAccepted(box: Signalbox, { call, input }: Extract<BoxStep, { call: string }>): Promise<boolean> {
  const one = named.get(call)
  if (!one) throw new Error(`There is no operation ${call}`)
  try {
    await one.find(box)(input)
    return true
  } catch (error) {
    if (error instanceof SignalboxError && error.code !== 'INTERNAL') return false
    throw error
  }
}
