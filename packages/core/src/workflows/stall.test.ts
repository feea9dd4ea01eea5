import { describe, expect, it } from 'vitest'
import { testBox } from '../access/access.fixture.ts'

const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
const assign = (name: string, value: unknown) => ({ kind: 'assign', values: [{ name, value }] })
const forever = (node: object) => ({ kind: 'while', predicate: true, node })
const tried = (node: object) => ({ kind: 'try', node })
const value = (value: unknown) => ({ kind: 'value', value })
const many = (count: number, expression: unknown) => value(Array(count).fill({ $array_length: expression }))

const numbers = assign('numbers', { $array_range: { to: 100_000 } })
const text = (length: number) => ({ $str_pad: { text: '', length, with: 'ab' } })
const letters = assign('letters', { $str_split: { text: text(100_000), separator: '' } })
const large = { kind: 'workflow', steps: [value({ $raw: Array.from({ length: 100_000 }, (_, i) => i) }), value(1)] }

const hostile: readonly [what: string, ...steps: object[]][] = [
  ['copies what is large out of memory', numbers, forever(call('memory_get', { name: 'numbers' }))],
  ['fails for a hundred thousand arguments at a time', letters, forever(tried(value({ $add: '${letters}' })))],
  ['tells elements apart', numbers, many(99, { $array_unique: '${numbers}' })],
  ['sorts', numbers, many(99, { $array_sort: { array: '${numbers}', descending: true } })],
  ['asks for texts that no memory holds', forever(tried(value(text(9_000_000))))],
  ['asks for lists that no memory holds', forever(tried(value({ $array_range: { to: 9_000_000 } })))],
  ['goes through lists, a round each', numbers, forever({ kind: 'filter', values: '${numbers}', predicate: false })],
  [
    'emits what is large',
    assign('text', text(900_000)),
    forever(call('emit_event', { name: 'x', payload: '${text}' })),
  ],
  ['calls what is large', forever(call('workflow_call', { workflow_id: 'large' }))],
  ['asks for zones', value(Array(5000).fill({ $format_date: { instant: 0, style: 'local', zone: 'Europe/Paris' } }))],
]

describe('others have the thread while a workflow', () => {
  it.each(hostile)('%s', async (_, ...steps) => {
    const box = testBox({ clock: Date.now })
    await box.workflows.create({ body: { id: 'large', config: large } })
    const { longest, stop } = probe()
    const config = { kind: 'workflow', steps }
    await expect(box.workflows.test({ body: { config } })).rejects.toMatchObject({
      errors: [{ message: 'error.workflow.budget' }],
    })
    stop()
    // Some ten or hundred milliseconds, on a machine that is busy with other things; never all the time that a run has.
    expect(longest()).toBeLessThan(HALF_OF_A_RUN)
  })
})

const HALF_OF_A_RUN = 2500

/** Looks how long nobody else had the thread. */
function probe() {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return {
    longest: () => longest,
    stop() {
      clearInterval(timer)
      look()
    },
  }
}
