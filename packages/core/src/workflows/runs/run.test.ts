import { describe, expect, it } from 'vitest'
import { failure, SignalboxError } from '../../machine/errors/errors.ts'
import { functionTable, runSteps, testPorts } from './run.fixture.ts'
import { type RunPorts, run } from './run.ts'

const assign = (name: string, value: unknown) => ({ kind: 'assign', values: [{ name, value }] })
const value = (value: unknown) => ({ kind: 'value', value })
const fail = (message = 'no') => ({ kind: 'error', message })
const resultOf = async (steps: readonly unknown[], more?: Partial<RunPorts<unknown>>, input?: unknown) =>
  (await runSteps(steps, more, input)).result
const failureOf = async (running: Promise<unknown>): Promise<SignalboxError> => {
  const error = await running.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SignalboxError)
  return error as SignalboxError
}

describe('steps', () => {
  it('share a memory that starts with the input', async () => {
    expect(await resultOf([value({ name: '${input.name}' })], {}, { name: 'Ada' })).toEqual({ name: 'Ada' })
    expect(await resultOf([value('${input}')])).toBeNull()
  })

  it('store their output under a name, and then return `returned`', async () => {
    const step = { ...value([1, 2]), result: 'list', returned: '${list[1]}' }
    expect(await resultOf([step])).toBe(2)
    expect(await resultOf([step, value('${list}')])).toEqual([1, 2])
  })

  it('are skipped if they are disabled', async () => {
    expect(await resultOf([value('kept'), { ...value('dropped'), enabled: false }])).toBe('kept')
    expect(await resultOf([{ kind: 'if', predicate: true, then: { ...value(1), enabled: false } }])).toBeNull()
  })

  it('find elements as JSON pointers do', async () => {
    const paths = [
      '${input.0}',
      '${input[1]}',
      '${input["1"]}',
      '${input.01}',
      '${input.-1}',
      '${input.2}',
      '${input.length}',
    ]
    expect(await resultOf([value(paths)], {}, ['a', 'b'])).toEqual(['a', 'b', 'b', null, null, null, null])
  })

  it('treat names of prototypes as plain names', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    for (const name of names) {
      expect(await resultOf([assign('a', {}), value(`\${a.${name}}`)])).toBeNull()
      expect(await resultOf([assign(name, 1), value(`\${${name}}`)])).toBe(1)
      expect(
        await resultOf([assign('a', JSON.parse(`{"${name}":{"polluted":1}}`)), value(`\${a.${name}.polluted}`)]),
      ).toBe(1)
      expect(
        await resultOf([{ kind: 'foreach', values: [7], as: name, node: assign('b', `\${${name}}`) }, value('${b}')]),
      ).toBe(7)
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('do not mistake data for expressions', async () => {
    const input = { text: '${secret}', call: { $add: [1, 2] } }
    expect(await resultOf([assign('secret', 1), value('${input}')], {}, input)).toEqual(input)
    expect(await resultOf([value('${input.text}!')], {}, input)).toBe('${secret}!')
  })
})

describe('jumps', () => {
  it('leave loops and tries, and run finally', async () => {
    const loop = (inner: unknown) => ({ kind: 'foreach', values: [1, 2, 3], node: inner })
    const leaving = {
      kind: 'try',
      node: { kind: 'jump', to: 'out' },
      catch: assign('caught', true),
      finally: assign('last', '${item}'),
    }
    const steps = [assign('caught', false), loop(leaving), fail(), { id: 'out', ...value(['${last}', '${caught}']) }]
    expect(await resultOf(steps)).toEqual([1, false])
  })

  it('end a run from anywhere, through finally', async () => {
    const { result, logs } = await runSteps([
      {
        kind: 'try',
        node: { kind: 'end', value: 'done' },
        finally: { kind: 'call', function: 'core.log', args: { message: 'bye' } },
      },
      { ...fail(), enabled: false },
    ])
    expect({ result, logs }).toEqual({ result: 'done', logs: ['bye'] })
  })
})

describe('parallel paths', () => {
  const slow = (calls: string[]) =>
    functionTable({
      'core.slow': (_, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(calls.push('ended')))),
    })

  it('end when one of them fails, and the failure can be caught', async () => {
    const calls: string[] = []
    const steps = [
      {
        kind: 'try',
        node: { kind: 'parallel', paths: [{ node: { kind: 'call', function: 'core.slow' } }, { node: fail('lost') }] },
        catch: value('${error.message} at ${error.node}'),
      },
    ]
    expect(await resultOf(steps, { functions: slow(calls) })).toBe('lost at /steps/0/node/paths/1/node')
    expect(calls).toEqual(['ended'])
  })

  it('have loop variables of their own', async () => {
    const path = (list: number[]) => ({
      node: {
        kind: 'map',
        values: list,
        node: { kind: 'workflow', steps: [{ kind: 'wait', duration: 1 }, value('${item}')] },
      },
    })
    expect(await resultOf([{ kind: 'parallel', paths: [path([1, 2]), path([3, 4])] }])).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('without waiting end before the run, and fail it unless they catch', async () => {
    const later = (node: unknown) => ({ kind: 'async', node })
    const log = { kind: 'call', function: 'core.log', args: { message: 'later' } }
    const both = { kind: 'workflow', steps: [{ kind: 'wait', duration: 5 }, log] }
    expect(await runSteps([later(both), value(1)])).toMatchObject({ result: 1, logs: ['later'] })
    const { message, members } = await failureOf(
      runSteps([later(fail('lost')), { kind: 'wait', duration: 1 }, value(1)]),
    )
    expect(message).toBe('Node /steps/0/node: lost')
    expect(members.node).toBe('/steps/0/node')
    expect(await resultOf([later({ kind: 'try', node: fail() }), value(1)])).toBe(1)
    expect(await resultOf([later({ kind: 'end' }), value(1)])).toBe(1)
  })
})

describe('a failure', () => {
  const calls = functionTable({
    'core.forbidden': async () => {
      throw failure('FORBIDDEN', 'You may not')
    },
    'core.broken': async () => {
      throw new TypeError('secret of the implementation')
    },
    'core.undefined': async () => undefined,
    'core.date': async () => new Date(0),
    'core.function': async () => () => 1,
  })
  const call = (name: string) => ({ kind: 'call', function: `core.${name}` })

  it('names the node, by id or place, with the journal', async () => {
    const { code, message, members } = await failureOf(runSteps([value(1), { id: 'pay', ...fail('No money') }]))
    expect({ code, message, node: members.node }).toEqual({
      code: 'INVALID',
      message: 'Node pay: No money',
      node: 'pay',
    })
    expect(members.journal).toMatchObject([
      { node: '', kind: 'workflow', error: { code: 'INVALID', message: 'No money' } },
      { node: '/steps/0', kind: 'value', attempt: 1, output: 1, duration: 0 },
      { node: 'pay', kind: 'error', error: { code: 'INVALID', message: 'No money' } },
    ])
    expect(members.logs).toEqual([])
  })

  it('of a function keeps its code; other errors are reported without their text', async () => {
    const ports = { functions: calls }
    expect(await failureOf(runSteps([call('forbidden')], ports))).toMatchObject({ code: 'FORBIDDEN' })
    const broken = await failureOf(runSteps([call('broken')], ports))
    expect(broken.code).toBe('INTERNAL')
    expect(JSON.stringify([broken.message, broken.members])).not.toContain('secret')
    expect(await failureOf(runSteps([call('function')], ports))).toMatchObject({ code: 'INVALID' })
    expect(await resultOf([call('undefined')], ports)).toBeNull()
    expect(await resultOf([call('date')], ports)).toBe('1970-01-01T00:00:00.000Z')
  })

  it('is caught by its code or the code of a problem', async () => {
    const ports = { functions: calls }
    const trying = (when: string[], node: unknown) => [{ kind: 'try', node, when, catch: value('${error.code}') }]
    expect(await resultOf(trying(['FORBIDDEN'], call('forbidden')), ports)).toBe('FORBIDDEN')
    expect(await resultOf(trying(['error.workflow.raised'], fail()), ports)).toBe('INVALID')
    expect(await failureOf(runSteps(trying(['NOT_FOUND'], call('forbidden')), ports))).toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await resultOf(trying([], fail()), ports).catch(({ code }) => code)).toBe('INVALID')
    expect(await resultOf([{ kind: 'try', node: fail() }])).toBeNull()
  })

  it('of finally has precedence', async () => {
    const { message } = await failureOf(runSteps([{ kind: 'try', node: fail('first'), finally: fail('last') }]))
    expect(message).toContain('last')
  })

  it.each<[what: string, node: unknown, code: string]>([
    ['a predicate that is a text', { kind: 'if', predicate: '${input.text}', then: value(1) }, 'arguments'],
    ['going through what is no list', { kind: 'map', values: '${input.text}', node: value(1) }, 'arguments'],
    ['a wait for a text', { kind: 'wait', duration: '${input.text}' }, 'arguments'],
    ['a message that is no text', { kind: 'error', message: '${input}' }, 'arguments'],
    ['arguments of an operator', value({ $add: ['${input.text}', 1] }), 'arguments'],
    ['arguments of a function', { kind: 'call', function: 'core.log', args: { message: '${input}' } }, 'arguments'],
  ])('of %s says what to do', async (_, node, kind) => {
    const { errors, code } = await failureOf(runSteps([node], {}, { text: 'x' }))
    expect({ code, message: errors[0]!.message }).toEqual({ code: 'INVALID', message: `error.workflow.${kind}` })
  })
})

it('invalid arguments of operators and functions are described', async () => {
  const wrong = { kind: 'call', function: 'core.log', args: { message: '${input}' } }
  const failures = [value({ $add: ['${input.text}', 1] }), wrong].map((node) =>
    failureOf(runSteps([node], {}, { text: 'x' })),
  )
  expect((await Promise.all(failures)).map(({ message }) => message)).toEqual([
    'Node /steps/0: The call of $add is invalid: /0 must be a number',
    'Node /steps/0: The call of core.log is invalid: /message must be a string',
  ])
})

describe('a retry', () => {
  const flaky = (failures: number) => {
    let calls = 0
    return functionTable({
      'core.flaky': async () => {
        if (calls++ < failures) throw failure('UNAVAILABLE', 'Not yet')
        return calls
      },
    })
  }
  const call = (retry: object) => ({ kind: 'call', function: 'core.flaky', retry })

  it('repeats with growing delays', async () => {
    const { ports, waits } = testPorts({ functions: flaky(3) })
    const retry = { limit: 3, delay: 10, backoff: 2 }
    const { result, journal } = await run({ kind: 'workflow', steps: [call(retry)] }, null, ports)
    expect({ result, waits }).toEqual({ result: 4, waits: [10, 20, 40] })
    expect(journal.slice(1).map(({ attempt, error }) => [attempt, error?.code])).toEqual([
      [1, 'UNAVAILABLE'],
      [2, 'UNAVAILABLE'],
      [3, 'UNAVAILABLE'],
      [4, undefined],
    ])
  })

  it('ends after the last attempt', async () => {
    expect(await failureOf(runSteps([call({ limit: 2 })], { functions: flaky(3) }))).toMatchObject({
      code: 'UNAVAILABLE',
    })
  })

  it('names the node whose next attempt would be too late', async () => {
    const late = { ...call({ limit: 9, delay: 1000, backoff: 3 }), id: 'late' }
    expect(await failureOf(runSteps([late], { functions: flaky(9) }))).toMatchObject({
      message: expect.stringMatching(/^Node late: .* budget of time/),
      errors: [{ message: 'error.workflow.budget', args: ['time', '5000'] }],
    })
  })

  it('waits a random part of the delay', async () => {
    const random = (bytes: number) => Uint8Array.from({ length: bytes }, () => 128)
    const { ports, waits } = testPorts({ functions: flaky(2), random })
    await run({ kind: 'workflow', steps: [call({ limit: 2, delay: 100, jitter: true })] }, null, ports)
    expect(waits.map(Math.round)).toEqual([50, 50])
  })
})

describe('workflows in workflows', () => {
  const stored: Record<string, unknown> = {
    greet: {
      kind: 'workflow',
      steps: [
        { kind: 'end', value: 'Hello ${input}' },
        { ...fail(), enabled: false },
      ],
    },
    fails: { kind: 'workflow', steps: [{ id: 'here', ...fail('deep') }] },
    a: { kind: 'workflow', steps: [{ kind: 'call', function: 'core.run', args: { id: 'b' } }] },
    b: { kind: 'workflow', steps: [{ kind: 'call', function: 'core.run', args: { id: 'a' } }] },
    wrong: { kind: 'workflow', steps: [{ kind: 'nothing' }] },
  }
  const functions = functionTable({
    'core.run': (args, { run }) => {
      const { id, input } = args as { id: string; input?: unknown }
      return run(stored[id], input, id)
    },
  })
  const call = (id: string, input: unknown = null) => ({ kind: 'call', function: 'core.run', args: { id, input } })

  it('have a memory of their own, and end by themselves', async () => {
    expect(await resultOf([assign('a', 1), call('greet', 'Ada')], { functions })).toBe('Hello Ada')
    const { journal } = await runSteps([call('greet', 'Ada')], { functions })
    expect(journal.map(({ node }) => node)).toEqual(['', '/steps/0', 'greet#', 'greet#/steps/0'])
  })

  it('fail with their node, and can be caught', async () => {
    expect((await failureOf(runSteps([call('fails')], { functions }))).members.node).toBe('fails#here')
    const caught = { kind: 'try', node: call('fails'), catch: value('${error.node}') }
    expect(await resultOf([caught], { functions })).toBe('fails#here')
  })

  it('cannot call each other in a cycle', async () => {
    const { errors } = await failureOf(runSteps([call('a')], { functions }))
    expect(errors).toEqual([{ message: 'error.workflow.cycle', args: ['a', 'b', 'a'] }])
    const own = await failureOf(runSteps([call('greet')], { functions, id: 'greet' }))
    expect(own.errors[0]!.message).toBe('error.workflow.cycle')
  })

  it('are checked before they run', async () => {
    const { fieldErrors } = await failureOf(runSteps([call('wrong')], { functions }))
    expect(Object.keys(fieldErrors)).toEqual(['/steps/0/kind'])
  })
})

describe('a run', () => {
  const busy = {
    kind: 'workflow',
    steps: [
      { kind: 'async', node: { kind: 'workflow', steps: [{ kind: 'wait', duration: 7 }, assign('b', 2)] } },
      {
        kind: 'parallel',
        paths: [
          { node: { kind: 'foreach', values: [1, 2, 3], node: { kind: 'wait', duration: '${item}' } } },
          { node: { ...fail(), retry: { limit: 3, delay: 100, jitter: true } } },
        ],
      },
    ],
  }

  it('is deterministic with the same clock, waits and randomness', async () => {
    const told = async () => {
      const { members, message } = await failureOf(run(busy, null, testPorts().ports))
      return JSON.stringify([message, members])
    }
    const first = await told()
    expect(await told()).toBe(first)
    expect(await told()).toBe(first)
  })

  it('does not depend on later changes of its config, and does not modify it', async () => {
    const config = { kind: 'workflow', steps: [{ kind: 'value', value: ['${input}'] }] }
    const text = JSON.stringify(config)
    const { ports } = testPorts()
    expect((await run(config, 1, ports)).result).toEqual([1])
    expect(JSON.stringify(config)).toBe(text)
    config.steps[0]!.value = ['changed']
    expect((await run(config, 1, ports)).result).toEqual(['changed'])
  })

  it('ends on abort, which cannot be caught', async () => {
    const outside = new AbortController()
    const functions = functionTable({
      'core.stop': () => {
        outside.abort()
        return new Promise(() => {})
      },
    })
    const steps = [{ kind: 'try', node: { kind: 'call', function: 'core.stop' }, catch: value(1) }]
    expect(await failureOf(runSteps(steps, { functions, signal: outside.signal }))).toMatchObject({
      code: 'UNAVAILABLE',
    })
    expect(await failureOf(runSteps([value(1)], { signal: outside.signal }))).toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('rejects input that is not JSON', async () => {
    expect(await failureOf(runSteps([], {}, { a: () => 1 }))).toMatchObject({ code: 'INVALID' })
  })
})

describe('the journal', () => {
  it('lists every attempt in order, with inputs and outputs', async () => {
    const { journal } = await runSteps([
      assign('list', [1, 2]),
      { id: 'each', kind: 'map', values: '${list}', node: value('${item}') },
      { kind: 'call', function: 'core.log', args: { message: 'hello' } },
    ])
    expect(journal).toEqual([
      { node: '', kind: 'workflow', attempt: 1, output: null, duration: 0 },
      { node: '/steps/0', kind: 'assign', attempt: 1, input: { list: [1, 2] }, output: null, duration: 0 },
      { node: 'each', kind: 'map', attempt: 1, input: [1, 2], output: [1, 2], duration: 0 },
      { node: '/steps/1/node', kind: 'value', attempt: 1, output: 1, duration: 0 },
      { node: '/steps/1/node', kind: 'value', attempt: 1, output: 2, duration: 0 },
      { node: '/steps/2', kind: 'call', attempt: 1, input: { message: 'hello' }, output: null, duration: 0 },
    ])
  })

  it('marks truncated values', async () => {
    const { journal } = await runSteps([value('x'.repeat(5000)), value(Array(1000).fill(1)), value(null)])
    expect(journal[1]!.output).toMatch(/^x{1000}… \(5000 characters\)$/)
    expect((journal[2]!.output as unknown[]).at(-1)).toMatch(/^… \(\d+ more\)$/)
    expect(JSON.stringify(journal).length).toBeLessThan(5000)
  })

  it('keeps its start and its end if it is too long', async () => {
    const rounds = { kind: 'foreach', values: { $array_range: { from: 0, to: 5000 } }, node: value('${index}') }
    const { journal, omitted, ...rest } = await runSteps([rounds, { id: 'last', ...value('end') }])
    expect(journal.at(-1)!.node).toBe('last')
    expect(journal.slice(0, 3).map(({ node }) => node)).toEqual(['', '/steps/0', '/steps/0/node'])
    expect(omitted).toBeGreaterThan(100)
    expect(journal.length + omitted).toBe(5003)
    expect(JSON.stringify({ journal, omitted, ...rest }).length).toBeLessThanOrEqual(256 * 1024)
  })

  it('shows the arguments that the function allows', async () => {
    const functions = functionTable({ 'core.x': async () => 1 }, { 'core.x': { shown: () => 'hidden' } })
    const { journal } = await runSteps([{ kind: 'call', function: 'core.x', args: { token: 'secret' } }], { functions })
    expect(journal[1]!.input).toBe('hidden')
    expect(JSON.stringify(journal)).not.toContain('secret')
  })
})
