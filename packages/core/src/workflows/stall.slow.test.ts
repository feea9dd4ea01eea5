import { describe, expect, it } from 'vitest'
import { memoryStore } from '../index.ts'
import { testBox } from '../machine/callers/access.fixture.ts'

const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
const assign = (name: string, value: unknown) => ({ kind: 'assign', values: [{ name, value }] })
const forever = (node: object) => ({ kind: 'while', predicate: true, node })
const tried = (node: object) => ({ kind: 'try', node })
const workflow = (...steps: object[]) => ({ kind: 'workflow', steps })
const value = (value: unknown) => ({ kind: 'value', value })
const many = (count: number, expression: unknown) => value(Array(count).fill({ $is_null: expression }))

const numbers = assign('numbers', { $array_range: { to: 100_000 } })
const text = (length: number) => ({ $str_pad: { text: '', length, with: 'ab' } })
const letters = assign('letters', { $str_split: { text: text(100_000), separator: '' } })
const wide = assign('wide', { $raw: Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`${i}k`, 1])) })
const large = { kind: 'workflow', steps: [value({ $raw: Array.from({ length: 100_000 }, (_, i) => i) }), value(1)] }

/** Programs that run until they exceed a budget, by what they do. */
const loops: readonly [what: string, ...steps: object[]][] = [
  ['copies what is large out of memory', numbers, forever(call('memory_get', { name: 'numbers' }))],
  ['fails for a hundred thousand arguments at a time', letters, forever(tried(value({ $add: '${letters}' })))],
  ['goes through lists, a round each', numbers, forever({ kind: 'filter', values: '${numbers}', predicate: false })],
  ['calls what is large', forever(call('workflow_call', { workflow_id: 'large' }))],
  ['shows what is wide', wide, forever(value('${wide}'))],
  ['asks whether what is wide is empty', wide, forever(value({ $not: '${wide}' }))],
  [
    'emits what is large',
    assign('text', text(900_000)),
    forever(call('emit_event', { name: 'x', payload: '${text}' })),
  ],
]

/** Programs that do much work in a single expression, during which nothing else can run. */
const expressions: readonly [what: string, ...steps: object[]][] = [
  ['tells elements apart', numbers, many(99, { $array_unique: '${numbers}' })],
  ['sorts', numbers, many(99, { $array_sort: { array: '${numbers}', descending: true } })],
  ['makes wide maps', wide, many(99, { $map_keys: { $map_put: { map: '${wide}', name: 'new', value: 1 } } })],
  [
    'reads the same JSON',
    assign('text', '['.concat('[],'.repeat(200_000), '1]')),
    many(50, { $json_parse: '${text}' }),
  ],
  ['looks up names of a million letters', assign('text', text(1_000_000)), many(99, { $mem_ref: { name: '${text}' } })],
  ['asks for zones', value(Array(5000).fill({ $format_date: { instant: 0, style: 'local', zone: 'Europe/Paris' } }))],
]

describe('a workflow that never ends', () => {
  it.each(loops)('%s, and yields the thread repeatedly', async (_, ...steps) => {
    const box = testBox({ workflows: { budgets: { time: 60_000 } } })
    await box.workflows.create({ body: { id: 'large', config: large } })
    const others = turns()
    const config = { kind: 'workflow', steps }
    await expect(box.workflows.test({ body: { config } })).rejects.toMatchObject({
      errors: [{ message: 'error.workflow.budget' }],
    })
    expect(others.taken()).toBeGreaterThan(8)
    await box.close()
  })
})

describe('a workflow of very many expressions', () => {
  it('yields the thread between its check and its run', async () => {
    const box = testBox()
    const config = { kind: 'workflow', steps: [many(2000, '${input}'), value(1)] }
    const order: string[] = []
    setImmediate(() => order.push('another call'))
    const { result } = await box.workflows.test({ body: { config } })
    order.push('the run')
    expect([result, order]).toEqual([1, ['another call', 'the run']])
    await box.close()
  })
})

describe('workflows that work long at the same time', () => {
  it('take turns, and yield the thread in between', async () => {
    const others = turns()
    const seen: { readonly run: string; readonly turn: number }[] = []
    const store = memoryStore()
    const get: typeof store.get = (collection, key) => {
      if (key.startsWith('run:')) seen.push({ run: key, turn: others.soFar() })
      return store.get(collection, key)
    }
    const box = testBox({ store: { ...store, get }, workflows: { budgets: { time: 60_000 } } })
    const work = value({ $is_null: { $array_range: { to: 40_000 } } })
    const config = { kind: 'workflow', steps: [forever(workflow(work, call('store_get', { key: 'run:${input}' })))] }
    const runs = ['a', 'b', 'c', 'd'].map((input) => box.workflows.test({ body: { config, input } }))
    const ends = await Promise.allSettled(runs)
    others.taken()
    await box.close()
    expect(ends.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    const byTurn = Map.groupBy(seen.slice(runs.length), ({ turn }) => turn)
    expect(byTurn.size).toBeGreaterThan(20)
    for (const those of byTurn.values()) expect(new Set(those.map(({ run }) => run)).size).toBe(1)
  })
})

describe('a long expression', () => {
  const ends = async (steps: readonly object[], budgets: object) => {
    const box = testBox({ workflows: { budgets: { time: 60_000, ...budgets } } })
    const others = turns()
    const run = box.workflows.test({ body: { config: { kind: 'workflow', steps } } })
    const failure = await run.catch((error: unknown) => error)
    await box.close()
    return { failure, turns: others.taken() }
  }

  it.each(expressions)('%s, and ends when the steps are exhausted', async (_, ...steps) => {
    const { failure } = await ends(steps, {})
    expect(failure).toMatchObject({ errors: [{ message: 'error.workflow.budget', args: ['steps', '10000'] }] })
  })

  it.each(expressions)('%s, and ends in time with many more steps', async (_, ...steps) => {
    const { failure } = await ends(steps, { steps: 1_000_000 })
    expect(failure).toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('split it into several nodes'),
      errors: [{ message: 'error.workflow.budget', args: ['expression', '10000'] }],
    })
  })
})

/** Counts from now on how often other work gets the thread. */
function turns() {
  let taken = 0
  let isOver = false
  const take = () => {
    taken++
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  return {
    soFar: () => taken,
    taken() {
      isOver = true
      return taken
    },
  }
}
