import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../../machine/errors/errors.ts'
import { type Budgets, defaultBudgets, loweredBudgets } from './budget.ts'
import { functionTable, runSteps } from './run.fixture.ts'
import type { RunPorts } from './run.ts'

type Ports = Partial<RunPorts<unknown>>
const assign = (name: string, value: unknown) => ({ kind: 'assign', values: [{ name, value }] })
const forever = (node: unknown) => ({ kind: 'while', predicate: true, node })
const noop = { kind: 'noop' }
const within = (budgets: Partial<Budgets>): Ports => ({ budgets: loweredBudgets(defaultBudgets, budgets) })
const nested = (depth: number): unknown =>
  depth === 0 ? noop : { kind: 'if', predicate: true, then: nested(depth - 1) }
const bomb = (depth: number): unknown =>
  depth === 0 ? noop : { kind: 'parallel', paths: [{ node: bomb(depth - 1) }, { node: bomb(depth - 1) }] }
const never = functionTable({ 'core.never': () => new Promise(() => {}) })
const itself = functionTable({
  'core.itself': (_, { run }) => run({ kind: 'workflow', steps: [{ kind: 'call', function: 'core.itself' }] }, null),
})

/** Resolves with the failure of a run that is expected to fail. */
async function failureOf(running: Promise<unknown>): Promise<SignalboxError> {
  const error = await running.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!(error instanceof SignalboxError)) throw new Error('It did not fail as it should', { cause: error })
  return error
}

const escapes: readonly [what: string, budget: keyof Budgets, steps: readonly unknown[], ports?: Ports][] = [
  ['a loop without end', 'steps', [forever(noop)]],
  ['a loop without end over what is not enabled', 'steps', [forever({ ...noop, enabled: false })]],
  [
    'jumps without end',
    'steps',
    [
      { id: 'a', kind: 'noop' },
      { kind: 'jump', to: 'a' },
    ],
  ],
  ['retries without end', 'steps', [{ kind: 'error', message: 'no', retry: { limit: 1e9 } }]],
  ['a try that catches its budget', 'steps', [{ kind: 'try', node: forever(noop), catch: forever(noop) }]],
  [
    'a try that catches its budget by its name',
    'steps',
    [forever({ kind: 'try', node: forever(noop), when: ['INVALID', 'error.workflow.budget'] })],
  ],
  ['a finally that loops', 'steps', [{ kind: 'try', node: { kind: 'error', message: 'no' }, finally: forever(noop) }]],
  ['a retry of what used up its budget', 'steps', [{ ...forever(noop), retry: { limit: 1000 } }]],
  ['background work without end', 'steps', [{ kind: 'async', node: forever(noop) }]],
  [
    'work in expressions',
    'steps',
    [assign('a', { $raw: Array(1000).fill(0) }), forever(assign('b', { $contains: { in: '${a}', value: 1 } }))],
    within({ steps: 100 }),
  ],
  [
    'lists in lists',
    'steps',
    [
      assign('a', { $raw: Array(500).fill(0) }),
      { kind: 'foreach', values: '${a}', node: { kind: 'filter', values: '${a}', predicate: false } },
    ],
    within({ steps: 1000 }),
  ],

  ['texts that double', 'memory', [assign('a', 'ab'), forever(assign('a', '${a}${a}'))]],
  ['lists that double', 'memory', [assign('a', ['x']), forever(assign('a', ['${a}', '${a}']))]],
  ['objects that double', 'memory', [assign('a', 1), forever(assign('a', { b: '${a}', c: '${a}' }))]],
  [
    'names without end',
    'memory',
    [
      assign('a', { $raw: 'x'.repeat(1000) }),
      {
        kind: 'map',
        values: { $array_range: { from: 0, to: 2000 } },
        node: { kind: 'value', value: '${a}' },
        result: 'b',
      },
    ],
  ],
  [
    'one text of many pieces',
    'memory',
    [assign('a', 'x'.repeat(10_000)), { kind: 'value', value: '${a},'.repeat(200) }],
  ],
  [
    'a value that only passes by',
    'memory',
    [assign('a', 'x'.repeat(10_000)), { kind: 'value', value: Array(200).fill('${a}') }],
  ],
  [
    'memory of rounds inside rounds',
    'memory',
    [
      assign('a', [{ $raw: 'x'.repeat(20_000) }]),
      { kind: 'foreach', values: '${a}', node: { kind: 'foreach', values: '${a}', node: noop } },
    ],
    within({ memory: 50_000 }),
  ],

  ['nodes inside nodes', 'depth', [nested(63)]],
  ['workflows that call themselves', 'depth', [{ kind: 'call', function: 'core.itself' }], { functions: itself }],

  ['paths at once', 'parallelism', [{ kind: 'parallel', paths: Array(17).fill({ node: noop }) }]],
  ['paths inside paths', 'parallelism', [bomb(5)]],
  [
    'background work at once',
    'parallelism',
    [{ kind: 'while', predicate: true, node: { kind: 'async', node: { kind: 'call', function: 'core.never' } } }],
    { functions: never },
  ],

  ['a result that is large', 'output', [{ kind: 'value', value: 'x'.repeat(262_144) }]],
  ['a result of escapes', 'output', [{ kind: 'value', value: '\u0001'.repeat(50_000) }]],
  [
    'lines of log without end',
    'output',
    [assign('a', 'x'.repeat(1000)), forever({ kind: 'call', function: 'core.log', args: { message: '${a}' } })],
  ],

  ['a wait that is longer', 'time', [{ kind: 'wait', duration: 5001 }]],
  ['waits without end', 'time', [forever({ kind: 'wait', duration: 100 })]],
  ['a wait before a retry', 'time', [{ kind: 'error', message: 'no', retry: { limit: 20, delay: 10, backoff: 10 } }]],
]

describe('a budget ends', () => {
  it.each(escapes)('%s', async (_, budget, steps, ports) => {
    const { code, errors, members } = await failureOf(runSteps(steps, ports))
    const limit = (ports?.budgets ?? defaultBudgets)[budget]
    expect({ code, errors }).toEqual({
      code: 'INVALID',
      errors: [{ message: 'error.workflow.budget', args: [budget, String(limit)] }],
    })
    expect(JSON.stringify(members).length).toBeLessThanOrEqual(defaultBudgets.output)
  })

  it('a function that never returns, in real time', async () => {
    const steps = [{ kind: 'try', node: { kind: 'call', function: 'core.never' }, catch: noop }]
    const { errors, members } = await failureOf(runSteps(steps, { functions: never, ...within({ time: 20 }) }))
    expect(errors).toEqual([{ message: 'error.workflow.budget', args: ['time', '20'] }])
    expect(members.node).toBe('/steps/0/node')
  })

  it('background work that never ends, in real time', async () => {
    const steps = [{ kind: 'async', node: { kind: 'call', function: 'core.never' } }]
    const { errors } = await failureOf(runSteps(steps, { functions: never, ...within({ time: 20 }) }))
    expect(errors).toEqual([{ message: 'error.workflow.budget', args: ['time', '20'] }])
  })

  it('a failure with a long message, details and arguments', async () => {
    const text = assign('text', { $str_pad: { text: '', length: 900_000, with: 'x' } })
    for (const step of [
      { kind: 'error', message: '${text}', details: { text: '${text}' } },
      { kind: 'value', value: { $map_keys: '${text}' } },
      { kind: 'value', value: { $map_merge: [{ $map_from_entries: [{ name: '${text}', value: 1 }] }, 5] } },
      { kind: 'value', value: { $add: [{ $map_from_entries: [{ name: '${text}', value: 1 }] }] } },
    ]) {
      const { message, errors, fieldErrors, members } = await failureOf(runSteps([text, step]))
      expect(JSON.stringify([message, errors, fieldErrors]).length).toBeLessThan(10_000)
      expect(JSON.stringify(members).length).toBeLessThanOrEqual(defaultBudgets.output)
    }
  })

  it('memory that is released twice, by background work of a loop', async () => {
    const big = { $str_pad: { text: '', length: 200_000, with: 'x' } }
    const later = { kind: 'workflow', steps: [{ kind: 'wait', duration: 1 }, assign('item', null)] }
    const steps = [
      {
        kind: 'foreach',
        values: [1, 2, 3, 4],
        node: { kind: 'workflow', steps: [assign('item', big), { kind: 'async', node: later }] },
      },
      { kind: 'wait', duration: 2 },
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => assign(name, big)),
    ]
    const { errors } = await failureOf(runSteps(steps, { wait: () => new Promise((done) => setTimeout(done)) }))
    expect(errors).toEqual([{ message: 'error.workflow.budget', args: ['memory', '1048576'] }])
  })

  it('nothing within its limits', async () => {
    await expect(runSteps([nested(61)])).resolves.toMatchObject({ result: null })
    await expect(runSteps([bomb(4)])).resolves.toBeDefined()
    await expect(runSteps([{ kind: 'wait', duration: 5000 }])).resolves.toMatchObject({ result: null })
    await expect(runSteps([noop, noop], within({ steps: 3 }))).resolves.toMatchObject({ result: null })
    const { errors } = await failureOf(runSteps([noop, noop, noop], within({ steps: 3 })))
    expect(errors).toEqual([{ message: 'error.workflow.budget', args: ['steps', '3'] }])
  })
})

describe('a long run', () => {
  it('yields the thread', async () => {
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setTimeout(count)
    }
    setTimeout(count)
    await runSteps([forever(noop)]).catch(() => {})
    isOver = true
    expect(turns).toBeGreaterThan(4)
  })

  it('accounts for released memory', async () => {
    const big = { $raw: 'x'.repeat(600_000) }
    const loop = { kind: 'foreach', values: [1, 2, 3], node: assign('a', big) }
    await expect(runSteps([loop, assign('a', null), assign('b', big)])).resolves.toBeDefined()
  })
})

describe('the budgets of a run', () => {
  it('can be lowered but not raised', () => {
    expect(loweredBudgets(defaultBudgets, { steps: 5, time: 1e9 })).toEqual({ ...defaultBudgets, steps: 5 })
    expect(loweredBudgets(defaultBudgets)).toEqual(defaultBudgets)
    expect(defaultBudgets).toEqual({
      steps: 10_000,
      time: 5_000,
      memory: 1024 * 1024,
      depth: 64,
      parallelism: 16,
      output: 256 * 1024,
    })
  })
})
