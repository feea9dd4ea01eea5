import { describe, expect, it } from 'vitest'
import { checkWorkflow } from './language/check.ts'
import { compileNode } from './language/step.ts'
import { functionTable } from './runs/run.fixture.ts'

const many = (count: number, part: (index: number) => unknown) => Array.from({ length: count }, (_, i) => part(i))
const workflow = (steps: readonly unknown[]) => ({ kind: 'workflow', steps })
const value = (value: unknown) => ({ kind: 'value', value })
const inside = (depth: number, wrap: (inner: object) => object): object =>
  depth === 0 ? workflow([]) : wrap(inside(depth - 1, wrap))

/** Configs with a given number of parts. Ten thousand are close to the size limit of a record. */
const shapes: readonly [what: string, config: (parts: number) => object][] = [
  ['steps with ids', (parts) => workflow(many(parts, (i) => ({ ...value(1), id: `s${i}` })))],
  [
    'steps with ids between workflows',
    (parts) => workflow(many(parts, (i) => (i % 2 ? { kind: 'noop', id: `s${i}` } : workflow([])))),
  ],
  [
    'jumps, sixty levels deep',
    (parts) => {
      let id = 0
      const jumps = () => many(parts / 60, () => ({ kind: 'jump', to: 'up', predicate: '${input}', id: `j${id++}` }))
      return workflow([{ kind: 'noop', id: 'up' }, inside(60, (inner) => workflow([...jumps(), inner]))])
    },
  ],
  [
    'names in memory, each read by the next',
    (parts) =>
      workflow(
        many(parts, (i) => ({ kind: 'assign', values: [{ name: `n${i}`, value: `\${n${i > 0 ? i - 1 : i}}` }] })),
      ),
  ],
  ['paths in one expression', (parts) => workflow([value({ $array_length: many(parts, () => '${input}') })])],
]

/** Configs with a problem in every part; at most a thousand are reported. */
const wrong: readonly [what: string, config: (parts: number) => object][] = [
  ['unknown kinds', (parts) => workflow(many(parts, (i) => ({ kind: `nop${i}` })))],
  ['unknown operators', (parts) => workflow([value(many(parts, (i) => ({ [`$ad${i}`]: 1 })))])],
  ['unknown functions', (parts) => workflow(many(parts, (i) => ({ kind: 'call', function: `core.lgo${i}` })))],
  ['paths that cannot be read', (parts) => workflow([value(many(parts, () => '${'))])],
  [
    'arguments that do not fit, among such as only a run can tell',
    (parts) => workflow([value({ $lt: many(parts, (i) => (i % 2 ? '${input}' : true)) })]),
  ],
]

const functions = functionTable()
const placesOf = (config: object) => Object.keys(checkWorkflow(config, functions)).length

/** Returns the ratio of the CPU times of two tasks, which does not depend on other programs. */
function ratio(larger: () => void, smaller: () => void): number {
  const cost = (run: () => void) => {
    const begun = process.threadCpuUsage()
    for (let i = 0; i < 3; i++) run()
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1000
  }
  cost(smaller) // warm-up: engines compile on the first run
  return cost(larger) / Math.max(TICK, cost(smaller))
}

/** CPU times below this, in milliseconds, are indistinguishable from zero. */
const TICK = 10

describe('a workflow near the size that a record may have', () => {
  it.each(shapes)('is checked and prepared in linear time: %s', (_, config) => {
    const [small, large] = [config(1200), config(12_000)]
    const prepare = (config: object) => () => {
      expect(placesOf(config)).toBe(0)
      compileNode(config as never)
    }
    expect(ratio(prepare(large), prepare(small))).toBeLessThan(60) // linear is ten times, quadratic a hundred times
  })

  it.each(wrong)('is not checked further after enough mistakes: %s', (_, config) => {
    const [some, more] = [config(2000), config(20_000)]
    for (const config of [some, more]) expect(placesOf(config)).toBeGreaterThanOrEqual(500)
    expect(placesOf(more)).toBeLessThanOrEqual(1000)
    expect(
      ratio(
        () => placesOf(more),
        () => placesOf(some),
      ),
    ).toBeLessThan(60)
  })

  it('is not missing names after an early end of the check', () => {
    const steps = [
      value(['${later}', ...many(2000, () => '${')]),
      { kind: 'assign', values: [{ name: 'later', value: 1 }] },
    ]
    expect(JSON.stringify(checkWorkflow(workflow(steps), functions))).not.toContain('unassigned')
  })
})
