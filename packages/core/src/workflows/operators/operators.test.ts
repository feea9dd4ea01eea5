import { describe, expect, it } from 'vitest'
import { categories } from '../entry.ts'
import { findOperator, operators } from './index.ts'
import { evaluate } from './operators.fixture.ts'

describe('the table of operators', () => {
  it.each(operators.map((operator) => [operator.name, operator] as const))(
    'has all that a reader needs of %s',
    (name, operator) => {
      const { category, description, example } = operator
      expect(name).toMatch(/^\$[a-z]+[a-z0-9_]*$/)
      expect(categories).toHaveProperty(category)
      expect(description).toMatch(/^[A-Z].+\.$/)
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
    (_, example) => {
      expect(evaluate(example.config, example.memory)).toEqual(example.result)
    },
  )
})
