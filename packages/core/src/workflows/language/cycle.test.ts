import { describe, expect, it } from 'vitest'
import { functionTable } from '../runs/run.fixture.ts'
import { calledWorkflows, cyclesOf } from './cycle.ts'

const functions = functionTable({ 'core.call': async () => null }, { 'core.call': { calls: 'id' } })
const calling = (...ids: unknown[]) => ({
  kind: 'workflow',
  steps: ids.map((id) => ({ kind: 'try', node: { kind: 'call', function: 'core.call', args: { id } } })),
})
const stored: Record<string, unknown> = { a: calling('b', 'c'), b: calling('d'), c: calling('d'), d: calling('e') }
const find = async (id: string) => stored[id]

describe('the workflows that one calls', () => {
  it('are those named by literal ids, wherever the call stands', () => {
    expect(calledWorkflows(calling('a', '${input}', 'b'), functions)).toEqual([
      { id: 'a', pointer: '/steps/0/node/args/id' },
      { id: 'b', pointer: '/steps/2/node/args/id' },
    ])
    expect(calledWorkflows({ kind: 'value', value: { $raw: calling('a') } }, functions)).toEqual([])
    expect(calledWorkflows({ kind: 'call', function: 'core.log', args: { id: 'a' } }, functions)).toEqual([])
  })
})

describe('a cycle of calls', () => {
  it.each<
    [what: string, id: string, config: unknown, ...expected: readonly (readonly [call: number, ...way: string[]])[]]
  >([
    ['is found in one that calls itself', 'x', calling('x'), [0, 'x', 'x']],
    [
      'is found through others, by a shortest way',
      'e',
      calling('b', 'f', 'a'),
      [0, 'e', 'b', 'd', 'e'],
      [2, 'e', 'a', 'b', 'd', 'e'],
    ],
    ['is none where two ways lead to the same', 'x', calling('a')],
    ['is none of the workflow when it is one of others', 'x', calling('y')],
    ['is not looked for behind what only a run can tell', 'e', calling('${input}')],
  ])('%s', async (_, id, config, ...expected) => {
    stored.y = calling('y')
    expect(await cyclesOf({ id, config }, { functions, find })).toEqual(
      Object.fromEntries(
        expected.map(([call, ...way]) => [
          `/steps/${call}/node/args/id`,
          [{ message: 'error.workflow.cycle', args: way }],
        ]),
      ),
    )
  })
})
