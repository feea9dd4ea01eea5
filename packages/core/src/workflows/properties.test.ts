import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../machine/errors/errors.ts'
import { checkWorkflow } from './language/check.ts'
import { compileExpression } from './language/expression.ts'
import { parseTemplate } from './language/path.ts'
import { operators } from './operators/index.ts'
import type { Budgets } from './runs/budget.ts'
import { functionTable, testPorts } from './runs/run.fixture.ts'
import { run } from './runs/run.ts'

const names = ['a', 'b', 'item', 'index', 'error', 'input', '__proto__', 'constructor']
const functions = functionTable({
  'core.echo': async (args) => args,
  'core.fails': async () => {
    throw new RangeError('broken')
  },
})

/** Arbitrary programs, some valid and many not, with frequent loops, retries and growing values. */
const { node } = fc.letrec((tie) => {
  const name = fc.constantFrom(...names)
  const path = name.chain((first) =>
    fc.constantFrom(`\${${first}}`, `\${${first}[0].x}`, `<\${${first}},\${${first}}>`),
  )
  const some = (value: fc.Arbitrary<unknown>) => fc.array(value, { maxLength: 3 })
  const member = (key: string) => tie(key)
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.oneof(fc.constantFrom(true, false, null, 0, 1, -1, 2.5, '', 'text', 'a$${b', [], {}), path),
      path,
      fc.array(member('expression'), { maxLength: 3 }),
      fc.dictionary(name, member('expression'), { maxKeys: 3 }),
      fc
        .tuple(
          fc.constantFrom('$add', '$eq', '$not', '$if', '$raw', '$is_null', '$coalesce', '$nothing'),
          member('expression'),
        )
        .map(([operator, args]) => ({ [operator]: args })),
      fc
        .tuple(fc.constantFrom('$add', '$eq', '$lt', '$and'), member('expression'), member('expression'))
        .map(([operator, a, b]) => ({ [operator]: [a, b] })),
    ),
    common: fc.record(
      {
        id: fc.constantFrom('one', 'two', 'three'),
        enabled: fc.boolean(),
        result: name,
        returned: member('expression'),
        retry: fc.record({
          limit: fc.constantFrom(0, 1, 1e6),
          delay: fc.constantFrom(0, 10, 1e9),
          jitter: fc.boolean(),
        }),
      },
      { requiredKeys: [] },
    ),
    node: fc
      .tuple(
        fc.oneof(
          { maxDepth: 5, depthSize: 'medium' },
          fc.record({ kind: fc.constant('value'), value: member('expression') }),
          fc.record({ kind: fc.constant('assign'), values: some(fc.record({ name, value: member('expression') })) }),
          fc.record({
            kind: fc.constant('call'),
            function: fc.constantFrom('core.echo', 'core.fails', 'core.log'),
            args: member('expression'),
          }),
          fc.record({ kind: fc.constant('error'), message: member('expression') }),
          fc.record({ kind: fc.constant('end'), predicate: member('expression') }),
          fc.record({ kind: fc.constant('jump'), to: fc.constantFrom('one', 'two'), predicate: member('expression') }),
          fc.record({ kind: fc.constant('wait'), duration: fc.constantFrom(0, 1, 1e6) }),
          fc.record({ kind: fc.constant('workflow'), steps: some(member('node')) }),
          fc.record({ kind: fc.constant('if'), predicate: member('expression'), then: member('node') }),
          fc.record({ kind: fc.constant('while'), predicate: member('expression'), node: member('node') }),
          fc.record({
            kind: fc.constantFrom('map', 'flatmap', 'foreach'),
            values: member('expression'),
            node: member('node'),
          }),
          fc.record({ kind: fc.constant('filter'), values: member('expression'), predicate: member('expression') }),
          fc.record({ kind: fc.constant('parallel'), paths: some(fc.record({ node: member('node') })) }),
          fc.record({ kind: fc.constant('async'), node: member('node') }),
          fc.record({ kind: fc.constant('try'), node: member('node'), catch: member('node'), finally: member('node') }),
        ),
        fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: member('common') }),
      )
      .map(([own, common]) => ({ ...(common as object), ...own })),
  }
})
/** Assigns the names that may be read, so that most programs pass that check. */
const program = fc.array(node, { minLength: 1, maxLength: 5 }).map((steps) => ({
  kind: 'workflow',
  steps: [{ kind: 'assign', values: names.map((name) => ({ name, value: ['x', { x: 'y' }] })) }, ...steps],
}))
const budgets: Budgets = { steps: 300, time: 1000, memory: 5000, depth: 20, parallelism: 4, output: 4000 }

/** Returns the outcome of a run as text. Rethrows anything but a result or a `SignalboxError`. */
async function outcome(
  config: unknown,
  input: unknown,
): Promise<{ readonly text: string; readonly error?: SignalboxError }> {
  const { ports } = testPorts({ functions, budgets })
  try {
    return { text: JSON.stringify(await run(config, input, ports)) }
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error
    const { node, journal, logs, omitted } = error.members
    return { text: JSON.stringify({ node, journal, logs, omitted }), error }
  }
}

describe('any program', () => {
  it('a run ends with a result or a SignalboxError, within the budget of output, and the same each time', async () => {
    const seen = { results: 0, failures: 0, refusals: 0 }
    await fc.assert(
      fc.asyncProperty(program, fc.jsonValue({ maxDepth: 3 }), async (config, input) => {
        const first = await outcome(config, input)
        const isRefused = first.error !== undefined && Object.keys(first.error.fieldErrors).length > 0
        seen[isRefused ? 'refusals' : first.error ? 'failures' : 'results']++
        expect(first.text.length).toBeLessThanOrEqual(budgets.output)
        expect((await outcome(config, input)).text).toBe(first.text)
      }),
      { numRuns: 200 },
    )
    expect(seen.results).toBeGreaterThan(5)
    expect(seen.failures).toBeGreaterThan(5)
  })

  it('a random JSON value is rejected or run', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (config) => {
        const { error } = await outcome(config, null)
        expect(error?.code).toBe('INVALID')
      }),
    )
  })

  it('a checked program does not fail for kinds, operators, functions or literal arguments', async () => {
    const literal = fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.boolean(), fc.constant(null))
    const args = fc.oneof(
      literal,
      fc.array(literal, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('value', 'list', 'a'), literal),
    )
    const call = fc.tuple(fc.constantFrom('$nothing', ...operators.map((one) => one.name)), args)
    let passed = 0
    await fc.assert(
      fc.asyncProperty(call, async ([name, value]) => {
        const config = { kind: 'workflow', steps: [{ kind: 'value', value: { [name]: value } }] }
        const isRefused = Object.keys(checkWorkflow(config, functions)).length > 0
        const { error } = await outcome(config, null)
        expect(Object.keys(error?.fieldErrors ?? {}).length > 0).toBe(isRefused)
        if (isRefused) return
        passed++
        // An operator may still reject, with its own message, what its schema cannot express.
        expect(error?.message ?? '').not.toMatch(/The call of/)
        for (const { message } of error?.errors ?? []) expect(message).not.toMatch(/kind|operator|function/)
      }),
      { numRuns: 500 },
    )
    expect(passed).toBeGreaterThan(20)
  })
})

describe('texts', () => {
  const scopeOf = (memory: ReadonlyMap<string, unknown>) =>
    ({
      read: (name: string) => memory.get(name),
      charge: () => {},
      meter: { budgets: { memory: 1e6 }, charge: () => {} },
    }) as never
  /** Writes a path in the form that allows any name. */
  const written = (path: readonly string[]) => `\${${path.map((name) => `[${JSON.stringify(name)}]`).join('')}}`

  it('evaluate to themselves if paths are escaped', () => {
    const pieces = fc.array(fc.constantFrom('$', '{', '}', '${', '$${', 'a', ' ', '"', '['), { maxLength: 12 })
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('')
        expect(compileExpression(text.replaceAll('${', () => '$${'))(scopeOf(new Map()))).toBe(text)
      }),
    )
  })

  it('resolve paths with any names', () => {
    const path = fc.array(fc.oneof(fc.string(), fc.constantFrom('__proto__', '0', '"]}', 'a.b')), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(path, fc.jsonValue({ maxDepth: 2 }), ([name = '', ...rest], value) => {
        const whole = rest.reduceRight<unknown>((inner, one) => Object.fromEntries([[one, inner]]), value)
        const text = written([name, ...rest])
        expect(parseTemplate(text)).toEqual([[name, ...rest]])
        const scope = scopeOf(new Map([[name, JSON.parse(JSON.stringify(whole))]]))
        expect(compileExpression(text)(scope)).toEqual(JSON.parse(JSON.stringify(value)))
        const inText = typeof value === 'string' ? value : JSON.stringify(value)
        expect(compileExpression(`<${text}>`)(scope)).toBe(`<${inText}>`)
      }),
    )
  })

  it('are parsed or rejected', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('$', '{', '}', '[', ']', '"', '.', '\\', 'a', '0', ' ') }),
        (text) => {
          try {
            parseTemplate(text)
          } catch (error) {
            expect((error as SignalboxError).errors[0]!.message).toBe('error.workflow.path')
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})
