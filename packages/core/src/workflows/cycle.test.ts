import { describe, expect, it } from 'vitest'
import { calledWorkflows, findCycle } from './cycle.ts'
import { functionTable } from './run.fixture.ts'

const functions = functionTable({ 'core.call': async () => null }, { 'core.call': { calls: 'id' } })
const calling = (...ids: unknown[]) => ({
  kind: 'workflow',
  steps: ids.map((id) => ({ kind: 'try', node: { kind: 'call', function: 'core.call', args: { id } } })),
})
const stored: Record<string, unknown> = { a: calling('b', 'c'), b: calling('d'), c: calling('d'), d: calling('e') }
const find = async (id: string) => stored[id]

describe('the workflows that one calls', () => {
  it('are those named by literal ids, wherever the call stands', () => {
    expect(calledWorkflows(calling('a', '${input}', 'b'), functions)).toEqual(['a', 'b'])
    expect(calledWorkflows({ kind: 'call', function: 'core.log', args: { id: 'a' } }, functions)).toEqual([])
  })
})

describe('a circle of calls', () => {
  it.each<[what: string, id: string, config: unknown, expected: readonly string[] | undefined]>([
    ['is found in one that calls itself', 'x', calling('x'), ['x', 'x']],
    ['is found through others, by a shortest way', 'e', calling('b', 'a'), ['e', 'b', 'd', 'e']],
    ['is none where two ways lead to the same', 'x', calling('a'), undefined],
    ['is none of the workflow when it is one of others', 'x', calling('y'), undefined],
    ['is not looked for behind what only a run can tell', 'e', calling('${input}'), undefined],
  ])('%s', async (_, id, config, expected) => {
    stored.y = calling('y')
    expect(await findCycle(id, config, { functions, find })).toEqual(expected)
  })
})
