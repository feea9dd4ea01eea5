import { describe, expect, it } from 'vitest'
import { checkWorkflow } from '../language/check.ts'
import { categories } from '../reference/entry.ts'
import { runSteps } from '../runs/run.fixture.ts'
import { findOperator, operators } from './index.ts'

describe('the table of operators', () => {
  it.each(operators.map((operator) => [operator.name, operator] as const))(
    'documents %s completely',
    (name, operator) => {
      const { category, description, example } = operator
      expect(name).toMatch(/^\$[a-z]+[a-z0-9_]*$/)
      expect(categories).toHaveProperty(category)
      expect(description).toMatch(/^[A-Z].+[^.]$/)
      expect(JSON.stringify(example.config)).toContain(`{"${name}":`)
      expect(example).toHaveProperty('result')
    },
  )

  it.each(operators.map((operator) => [operator.name, operator] as const))(
    'says what each argument of %s is',
    (_, { args }) => {
      const { description, properties } = args as {
        description?: string
        properties?: Record<string, { description?: string }>
      }
      const said = properties ? Object.values(properties).map((one) => one.description) : [description]
      for (const text of said) expect(text).toMatch(/^[A-Z]/)
    },
  )

  it('has each name once, and finds it', () => {
    expect(new Set(operators.map(({ name }) => name)).size).toBe(operators.length)
    for (const operator of operators) expect(findOperator(operator.name)).toBe(operator)
    expect(findOperator('$nothing')).toBeUndefined()
    expect(findOperator('constructor')).toBeUndefined()
  })

  it.each(operators.map(({ name, example }) => [name, example] as const))(
    'does in %s what its example shows',
    async (_, example) => {
      const { config, memory = {}, result } = example
      const values = Object.entries(memory).map(([name, value]) => ({ name, value: { $raw: value } }))
      const steps = [
        { kind: 'assign', values },
        { kind: 'value', value: config },
      ]
      expect((await runSteps(steps)).result).toEqual(result)
    },
  )

  it.each<[config: object, result: unknown]>([
    [{ $array_sort: '${list}' }, [1, 2, 3]],
    [{ $array_sort: [2, 1] }, [1, 2]],
    [{ $array_join: '${list}' }, '312'],
    [{ $array_flatten: ['${list}', [4]] }, [3, 1, 2, 4]],
    [{ $array_slice: '${list}' }, [3, 1, 2]],
  ])('accepts a list alone where nothing else is required: %j', async (config, result) => {
    const steps = [
      { kind: 'assign', values: [{ name: 'list', value: [3, 1, 2] }] },
      { kind: 'value', value: config },
    ]
    expect(checkWorkflow({ kind: 'workflow', steps }, new Map())).toEqual({})
    expect((await runSteps(steps)).result).toEqual(result)
  })

  it.each([
    [
      { $array_sort: '${text}' },
      'The call of $array_sort must be an object with array, by (optional), descending (optional)',
    ],
    [{ $now: '${text}' }, '$now'],
    [{ $mem_ref: '${text}' }, 'The call of $mem_ref must be an object with name, path (optional)'],
    [{ $add: ['${text}'], $subtract: [1] }, 'move $add, $subtract to an object of its own'],
  ])('names the required members: %j', async (config, message) => {
    const steps = [
      { kind: 'assign', values: [{ name: 'text', value: 'a text' }] },
      { kind: 'value', value: config },
    ]
    await expect(runSteps(steps)).rejects.toThrow(message)
  })

  it.each([
    { $str_pad: { text: '', length: 1e9 } },
    { $array_range: { to: 1e12 } },
    { $array_range: { to: 1, step: 5e-324 } },
    { $array_join: { array: { $array_range: { to: 1e5 } }, separator: 'x'.repeat(1000) } },
  ])('stops a run at the budget of its memory before %j is done', async (value) => {
    const failure = runSteps([{ kind: 'value', value }])
    await expect(failure).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ message: 'error.workflow.budget', args: ['memory', '1048576'] }],
    })
  })
})
