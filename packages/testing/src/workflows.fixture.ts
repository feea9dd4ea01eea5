import fc from 'fast-check'
import { goodId, json } from './arbitraries.fixture.ts'
import { gatewayId } from './gateway.fixture.ts'

const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })

const node = fc.oneof(
  fc.constant({ kind: 'noop' }),
  json.map((value) => ({ kind: 'value', value: { $raw: value } })),
  fc.constant({ kind: 'value', value: 'Hello ${input.name}' }),
  fc.constant({ kind: 'error', message: 'No', details: '${input}' }),
  goodId.map((id) => call('feature_check', { id, context: '${input}' })),
  goodId.map((id) => call('config_get', { id })),
  goodId.map((id) => call('experiment_displayed', { id, client_id: 'ann' })),
  gatewayId.map((id) => call('workflow_call', { workflow_id: id, input: '${input}' })),
  goodId.map((key) => call('store_set', { key, value: '${input}' })),
  goodId.map((key) => call('store_increment', { key })),
  fc.constant(call('store_keys', {})),
  json.map((payload) => call('emit_event', { name: 'done', payload: { $raw: payload } })),
  fc.constant({ kind: 'nop' }),
)

/** Programs that end soon, some of them invalid. */
const workflowConfig = fc.array(node, { maxLength: 3 }).map((steps) => ({ kind: 'workflow', steps }))

/** Workflows, some of them invalid. */
export const maybeWorkflow: fc.Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.record(
      { id: gatewayId, name: fc.constantFrom('one', 'other'), config: workflowConfig },
      { requiredKeys: ['id', 'config'] },
    ),
    weight: 6,
  },
  { arbitrary: json, weight: 1 },
)

const asked = {
  input: json,
  budgets: fc.record({ steps: fc.constantFrom(2, 100), output: fc.constantFrom(100, 10_000) }, { requiredKeys: [] }),
}

/** Inputs of runs, valid or invalid. */
export const workflowRun: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.record(asked, { requiredKeys: [] }), weight: 6 },
  { arbitrary: json, weight: 1 },
)

/** Inputs of test runs of unsaved programs, valid or invalid. */
export const workflowTest: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.record({ config: workflowConfig, ...asked }, { requiredKeys: ['config'] }), weight: 6 },
  { arbitrary: json, weight: 1 },
)
