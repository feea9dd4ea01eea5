import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MOST_LEAVES, MOST_LEVELS, MOST_VALUES } from '../conditions/condition.ts'
import { formNames, forms } from '../conditions/forms.ts'
import { operatorNames, operators } from '../conditions/operators/index.ts'
import type { Operator } from '../conditions/operators/operator.ts'
import { problemsOfCondition } from '../conditions/problems.ts'
import { windowMembers } from '../conditions/time-window.ts'
import { rulesParameters } from '../features/strategies/rules-parameters.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const page = read('docs/targeting.md')

/** The rows of the table of the page that has a heading, without the heading. */
function rowsOf(heading: string): string[][] {
  const table = page.split('\n\n').find((block) => block.startsWith(`| ${heading} `)) ?? ''
  const [, , ...lines] = table.trim().split('\n')
  return lines.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

/** The names in the first cells of a table. */
const namesIn = (heading: string) =>
  rowsOf(heading).flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))

const code = (value: unknown) => (value === undefined ? 'none' : `\`${JSON.stringify(value)}\``)
const types: Record<string, string> = { string: 'text', number: 'number', boolean: 'boolean' }
const typesOf = (schema: Operator['value']) =>
  schema ? [(schema as { type: string | string[] }).type].flat().map((type) => types[type]) : ['none']

describe('the page about targeting', () => {
  it('lists each operator with its meaning, the type of its values and an example', () => {
    expect(rowsOf('operator')).toEqual(
      operatorNames.map((name) => {
        const { description, value, takesIgnoreCase, example } = operators[name] as Operator
        return [
          `\`${name}\``,
          description,
          typesOf(value).join(', '),
          takesIgnoreCase ? 'yes' : 'no',
          code(example.value),
          code(example.actual),
        ]
      }),
    )
  })

  it('lists each form of a condition, with a valid example', () => {
    expect(namesIn('form')).toEqual(formNames)
    for (const [form = '', , example = ''] of rowsOf('form')) {
      const condition = JSON.parse(example.slice(1, -1))
      expect(problemsOfCondition(condition)).toEqual({})
      expect(Object.keys(condition)).toContain(form.slice(1, -1))
    }
  })

  it('names each member of a form, of a window of time and of a rule', () => {
    const { properties } = rulesParameters as unknown as {
      properties: { rules: { items: { properties: object } } }
    }
    expect(namesIn('member')).toEqual(Object.keys(properties.rules.items.properties))
    expect(namesIn('part')).toEqual(windowMembers)
    for (const member of Object.values(forms).flat()) expect(page).toMatch(new RegExp(`[\`"]${member}\\b`))
  })

  it('has the limits of conditions', () => {
    const limits = rowsOf('what').map(([, limit]) => limit)
    expect(limits.slice(0, 3)).toEqual(
      [MOST_LEVELS, MOST_LEAVES, MOST_VALUES].map((limit) => limit.toLocaleString('en')),
    )
  })

  it('shows in its picture each reason of the table', () => {
    const picture = read('pictures/evaluation.svg')
    const reasons = namesIn('reason')
    expect(reasons).toHaveLength(5)
    for (const reason of reasons) expect(picture).toContain(`>${reason}`)
  })
})
