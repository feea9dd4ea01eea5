import { describe, expect, it } from 'vitest'
import { nodes } from '../nodes/index.ts'
import { functionTable, runSteps } from '../runs/run.fixture.ts'
import { checkWorkflow } from './check.ts'

const value = (value: unknown) => ({ kind: 'value', value })
const assign = (name: string, value: unknown) => ({ kind: 'assign', values: [{ name, value }] })
const keeping = functionTable({ 'core.keep': async () => null }, { 'core.keep': { assigns: 'name' } })
const check = (steps: readonly unknown[]) => checkWorkflow({ kind: 'workflow', steps }, keeping)
const codes = (steps: readonly unknown[]) =>
  Object.fromEntries(
    Object.entries(check(steps)).map(([pointer, problems]) => [pointer, problems.map(({ message }) => message)]),
  )

/** Yields copies of a value, each with one part replaced by something else. */
function* damagedIn(value: unknown, whole = (part: unknown) => part): Generator<unknown> {
  for (const other of [null, true, 5, 'text', '${input}', [], [null], {}, { kind: 'noop' }]) yield whole(other)
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    yield* damagedIn(part, (other) =>
      whole(Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other }),
    )
}

describe('the static check', () => {
  it.each<[what: string, step: unknown, pointer: string, code: string, args?: string[]]>([
    ['a step that is no node', 5, '', 'error.type'],
    ['a node without a kind', {}, '/kind', 'error.required'],
    ['an unknown kind', { kind: 'valu' }, '/kind', 'error.workflow.kind', ['valu', 'value']],
    ['a kind that is a prototype name', { kind: 'constructor' }, '/kind', 'error.workflow.kind', ['constructor']],
    ['an unknown member', { ...value(1), valeu: 2 }, '/valeu', 'error.unknown.field'],
    ['a missing member', { kind: 'value' }, '/value', 'error.required'],
    ['a name that is no text', { ...value(1), result: 5 }, '/result', 'error.type'],
    ['a wrong retry', { ...value(1), retry: { limit: -1 } }, '/retry/limit', 'error.minimum'],
    ['a node inside', { kind: 'map', values: [], node: { kind: 'x' } }, '/node/kind', 'error.workflow.kind', ['x']],
    ['a node in a path', { kind: 'parallel', paths: [{ node: 5 }] }, '/paths/0/node', 'error.type'],
    ['an unknown operator', value([{ $ad: [1] }]), '/value/0', 'error.workflow.operator'],
    ['an operator in what is returned', { ...value(1), returned: { $x: 1 } }, '/returned', 'error.workflow.operator'],
    ['an operator inside of another', value({ $not: { $x: 1 } }), '/value/$not', 'error.workflow.operator'],
    ['arguments of an operator', value({ $add: ['one', 2] }), '/value/$add/0', 'error.type'],
    [
      'an operator that is not alone',
      value([{ $add: [1], $subtract: [2] }]),
      '/value/0',
      'error.workflow.members',
      ['$add', '$subtract'],
    ],
    ['an operator beside other members', value({ $add: [1], note: 'x' }), '/value', 'error.workflow.members', ['$add']],
    ['two names of no operators', value({ $a: 1, $b: 2 }), '/value', 'error.workflow.members', ['$a', '$b']],
    [
      'arguments that are no object',
      value({ $mem_ref: 'input' }),
      '/value/$mem_ref',
      'error.members',
      ['name', 'path (optional)'],
    ],
    [
      'a part of a list that stands alone',
      value({ $array_join: 5 }),
      '/value/$array_join',
      'error.members',
      ['array', 'separator (optional)'],
    ],
    ['a path that cannot be read', value('${input.a + 1}'), '/value', 'error.workflow.path', ['${input.a + 1}']],
    ['a path that cannot be read', value('${a b}'), '/value', 'error.workflow.path'],
    ['a path that does not end', value('see ${a'), '/value', 'error.workflow.path'],
    ['an empty path', value('${}'), '/value', 'error.workflow.path'],
    [
      'a predicate that is a text',
      { kind: 'if', predicate: 'yes', then: value(1) },
      '/predicate',
      'error.type',
      ['boolean', 'null'],
    ],
    ['a list that is none', { kind: 'map', values: 'abc', node: value(1) }, '/values', 'error.type'],
    ['a duration below nothing', { kind: 'wait', duration: -1 }, '/duration', 'error.minimum'],
    [
      'an unknown function',
      { kind: 'call', function: 'core.log2' },
      '/function',
      'error.workflow.function',
      ['core.log2', 'core.log'],
    ],
    ['a missing argument', { kind: 'call', function: 'core.log', args: {} }, '/args/message', 'error.required'],
    ['arguments left out', { kind: 'call', function: 'core.log' }, '/args/message', 'error.required'],
    ['a wrong argument', { kind: 'call', function: 'core.log', args: { message: 5 } }, '/args/message', 'error.type'],
    [
      'an unknown argument',
      { kind: 'call', function: 'core.log', args: { message: '', x: '${input}' } },
      '/args/x',
      'error.unknown.field',
    ],
    [
      'a jump to nowhere',
      { kind: 'jump', to: 'nowhere', predicate: '${input}' },
      '/to',
      'error.workflow.jump',
      ['nowhere'],
    ],
    ['a name that nothing keeps', value('Hello ${nmae}'), '/value', 'error.workflow.unassigned', ['nmae']],
    ['an element outside of its loop', value('${item}'), '/value', 'error.workflow.unassigned', ['item']],
    ['an error outside of catch', { kind: 'try', node: value('${error}') }, '/node/value', 'error.workflow.unassigned'],
  ])('finds %s', (_, step, place, code, args) => {
    const found = check([step])
    expect(Object.keys(found)).toEqual([`/steps/0${place}`])
    expect(found[`/steps/0${place}`]).toMatchObject([{ message: code, ...(args && { args }) }])
  })

  it.each<[what: string, steps: unknown[], expected: object]>([
    ['steps behind an end', [{ kind: 'end' }, value(1)], { '/steps/1': ['error.workflow.unreachable'] }],
    [
      'steps behind a jump',
      [{ id: 'a', kind: 'noop' }, { kind: 'jump', to: 'a' }, value(1)],
      { '/steps/2': ['error.workflow.unreachable'] },
    ],
    [
      'steps behind an error',
      [{ kind: 'error', message: 'no' }, value(1)],
      { '/steps/1': ['error.workflow.unreachable'] },
    ],
    [
      'an id that is taken',
      [
        { id: 'a', kind: 'noop' },
        { id: 'a', kind: 'noop' },
      ],
      { '/steps/1/id': ['error.workflow.id'] },
    ],
    [
      'a jump out of a path',
      [
        { id: 'a', kind: 'noop' },
        { kind: 'parallel', paths: [{ node: { kind: 'jump', to: 'a' } }] },
      ],
      { '/steps/1/paths/0/node/to': ['error.workflow.jump'] },
    ],
    [
      'a jump into what is nested',
      [
        { kind: 'jump', to: 'a', predicate: '${input}' },
        { kind: 'workflow', steps: [{ id: 'a', kind: 'noop' }] },
      ],
      { '/steps/0/to': ['error.workflow.jump'] },
    ],
    [
      'everything at once',
      [{ kind: 'x' }, value('${y}'), value({ $z: 1 })],
      {
        '/steps/0/kind': ['error.workflow.kind'],
        '/steps/1/value': ['error.workflow.unassigned'],
        '/steps/2/value': ['error.workflow.operator'],
      },
    ],
  ])('finds %s', (_, steps, expected) => {
    expect(codes(steps)).toEqual(expected)
  })

  it.each<[what: string, steps: unknown[]]>([
    ['what a conditional end may let through', [{ kind: 'end', predicate: '${input}' }, value(1)]],
    [
      'steps behind an end that is jumped over',
      [
        { kind: 'jump', to: 'b' },
        { id: 'a', kind: 'end' },
        { id: 'b', kind: 'jump', to: 'a' },
      ],
    ],
    ['an end that is not enabled', [{ kind: 'end', enabled: false }, value(1)]],
    ['arguments that only a run can tell', [value({ $add: ['${input}', { $add: '${input}' }] })]],
    ['alternatives that only a run can tell', [value({ $lt: ['${input}', 1] }), value({ $lt: ['${input}', 'a'] })]],
    ['names kept later, or by a node inside', [value('${a}'), { kind: 'if', predicate: true, then: assign('a', 1) }]],
    ['names kept as a result', [{ ...value(1), result: 'a' }, value('${a}')]],
    ['names that a function keeps', [{ kind: 'call', function: 'core.keep', args: { name: 'a' } }, value('${a}')]],
    [
      'names that a function may keep',
      [{ kind: 'call', function: 'core.keep', args: { name: '${input}' } }, value('${a}')],
    ],
    ['what is raw', [value({ $raw: { $nothing: '${a b}' } })]],
    ['what only looks like a path', [value('$${a b} costs 5$')]],
    ['an object with a name that begins with a dollar beside others', [value({ $schema: 1, b: 2 })]],
    [
      'loop variables, and an error that is caught',
      [
        { kind: 'map', values: [1], as: 'x', node: value(['${x}', '${index}']) },
        { kind: 'filter', values: [1], predicate: { $eq: ['${item}', 1] } },
        { kind: 'try', node: value(1), catch: value('${error.code}') },
      ],
    ],
  ])('accepts %s', (_, steps) => {
    expect(check(steps)).toEqual({})
  })

  it.each(nodes.map((kind) => [kind.name, kind.example.config] as const))(
    'reports any misplaced value in %s',
    (_, config) => {
      for (const damaged of damagedIn({ kind: 'workflow', steps: [config, { id: 'last', kind: 'noop' }] }))
        for (const problems of Object.values(checkWorkflow(damaged, keeping)))
          expect(problems.map(({ message }) => message).join()).toMatch(/^error\./)
    },
  )

  it('requires a workflow', () => {
    for (const config of [null, 5, [], 'x', {}, { kind: 'noop' }, { kind: 'workflow' }])
      expect(Object.keys(checkWorkflow(config, keeping))).not.toEqual([])
  })

  it('runs before every run, which then has no effects', async () => {
    const steps = [{ kind: 'call', function: 'core.log', args: { message: 'ran' } }, { kind: 'x' }]
    const error = await runSteps(steps).catch((thrown) => thrown)
    expect(error).toMatchObject({
      code: 'INVALID',
      message: 'The workflow is invalid: /steps/1/kind has the unknown kind x: see /apis/workflows/doc',
      members: {},
    })
  })

  it.each<[what: string, steps: readonly unknown[], sentence: string]>([
    ['a kind', [{ kind: 'cal' }], '/steps/0/kind has the unknown kind cal: did you mean call?'],
    ['swapped letters', [{ kind: 'wiat' }], '/steps/0/kind has the unknown kind wiat: did you mean wait?'],
    ['a function', [{ kind: 'call', function: 'core.lgo' }], 'core.lgo: did you mean core.log?'],
    ['an operator', [value({ $ad: [1, 2] })], 'has the unknown operator $ad: did you mean $add?'],
    ['an operator like none', [value({ $repetition: 2 })], '$repetition: write {"$raw": …} for a literal value'],
    [
      'members',
      [{ kind: 'while', predicate: true, nod: 1 }],
      '/steps/0/node is missing; /steps/0/nod is an unknown field (did you mean node?)',
    ],
    ['a type', [value({ $add: [1, 'x'] })], '/steps/0/value/$add/1 must be a number'],
    ['a name', [value('${nothing}')], '/steps/0/value reads nothing, which no node assigns'],
    [
      'a jump',
      [{ kind: 'jump', to: 'there' }],
      '/steps/0/to jumps to there, which is not a step of an enclosing workflow',
    ],
    ['a long name', [{ kind: 'x'.repeat(5000) }], `has the unknown kind ${'x'.repeat(60)}…:`],
    ['much', Array.from({ length: 7 }, () => ({ kind: 'noo' })), ' and 2 more'],
  ])('describes the problem of %s', async (_, steps, sentence) => {
    await expect(runSteps([...steps])).rejects.toThrow(sentence)
  })

  it('suggests the nearest operator', async () => {
    const [found] = check([value({ $multipy: [1, 2] })])['/steps/0/value']!
    expect(found).toEqual({ message: 'error.workflow.operator', args: ['$multipy', '$multiply'] })
  })

  it('reports at most a thousand places', () => {
    expect(Object.keys(check(Array(5000).fill({ kind: 'x' })))).toHaveLength(1000)
  })
})
