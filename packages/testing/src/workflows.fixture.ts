import fc from 'fast-check'
import { json } from './arbitraries.fixture.ts'
import { gatewayId } from './gateway.fixture.ts'

const node = fc.oneof(
  fc.constant({ kind: 'noop' }),
  json.map((value) => ({ kind: 'value', value: { $raw: value } })),
  fc.constant({ kind: 'value', value: 'Hello ${input.name}' }),
)

/** Programs that run, and end soon. */
const workflowConfig = fc.array(node, { maxLength: 3 }).map((steps) => ({ kind: 'workflow', steps }))

/** Workflows, some of them wrong. */
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
