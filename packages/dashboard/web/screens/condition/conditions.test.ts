import { operatorNames } from '@signalbox/core/targeting'
import { describe, expect, it } from 'vitest'
import {
  addsItself,
  blank,
  conditionForms,
  formOf,
  joined,
  unwrapped,
  withItem,
  withMoved,
  wrapped,
} from './conditions.ts'
import { choiceOf, lineOf, ofLine, operatorChoices, withChoice } from './operator-choices.ts'
import { operatorRows } from './operator-rows.ts'
import { shownText } from './shown-text.ts'
import { fromLines, numberOr, takesNumbers, toLines, valuesOf, withOperator, withValues } from './values.ts'

const country = { attribute: 'country', operator: 'is', value: 'FR' } as const

describe('a condition', () => {
  it('of each form can begin blank', () => {
    for (const form of conditionForms) expect(formOf(blank(form))).toBe(form)
  })

  it('is joined with another one by all', () => {
    expect(joined(undefined, country)).toEqual(country)
    expect(joined(country, { segment: 's' })).toEqual({ all: [country, { segment: 's' }] })
    expect(joined({ all: [country] }, { segment: 's' })).toEqual({ all: [country, { segment: 's' }] })
  })

  it('has one button that adds another, where all must be true', () => {
    expect([undefined, country, { any: [country] }, { all: [country] }].map(addsItself)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('is put into a group and taken out of it', () => {
    for (const form of ['all', 'any', 'not'] as const) expect(unwrapped(wrapped(country, form))).toEqual(country)
    expect(unwrapped({ any: [] })).toBeUndefined()
  })
})

describe('the list of operators', () => {
  const list = { attribute: 'country', operator: 'is', values: ['FR', 'IT'] } as const

  it('begins with the forms of is, and shows each condition as what it is', () => {
    expect(operatorChoices.slice(0, 4).map(([, label]) => label)).toEqual(['is', 'is not', 'is one of', 'is none of'])
    expect(operatorChoices).toHaveLength(operatorNames.length + 3)
    const shown = [country, { not: country }, list, { not: list }].map((one) => choiceOf(lineOf(one)!))
    expect(shown).toEqual(['is', 'isNot', 'isOneOf', 'isNoneOf'])
    expect(lineOf({ not: { attribute: 'a', operator: 'exists' } })).toBeUndefined()
    expect(lineOf({ not: { segment: 's' } })).toBeUndefined()
  })

  it('changes a condition to every choice, and back to the same', () => {
    for (const [choice] of operatorChoices)
      for (const condition of [country, { not: list }] as const) {
        const next = withChoice(lineOf(condition)!, choice)
        expect(choiceOf(next)).toBe(choice)
        expect(lineOf(ofLine(next))).toEqual(next)
      }
    expect(ofLine(withChoice(lineOf(country)!, 'isNot'))).toEqual({ not: country })
    expect(ofLine(withChoice(lineOf(country)!, 'isOneOf'))).toEqual({ ...list, values: ['FR'] })
    expect(ofLine(withChoice(lineOf({ not: list })!, 'is'))).toEqual(country)
    expect(ofLine(withChoice(lineOf({ not: list })!, 'exists'))).toEqual({ attribute: 'country', operator: 'exists' })
  })
})

describe('the operators', () => {
  it('are those of the core, in its order', () => {
    expect(Object.keys(operatorRows)).toEqual(operatorNames)
  })

  it('keep the values that they can take', () => {
    expect(withOperator(country, 'exists')).toEqual({ attribute: 'country', operator: 'exists' })
    expect(withOperator({ ...country, ignoreCase: true }, 'atLeast')).toEqual({
      attribute: 'country',
      operator: 'atLeast',
      value: 'FR',
    })
    expect(withOperator({ attribute: 'age', operator: 'is', value: '18' }, 'atLeast')).toMatchObject({ value: 18 })
    expect(withOperator({ attribute: 'age', operator: 'exists' }, 'is')).toMatchObject({ value: '' })
  })

  it('take one value or several, one a line', () => {
    const several = withValues(country, ['FR', 'DE'])
    expect(several).toEqual({ attribute: 'country', operator: 'is', values: ['FR', 'DE'] })
    expect(toLines(valuesOf(several))).toBe('FR\nDE')
    expect(withValues(several, ['FR'])).toEqual(country)
    expect(fromLines('1\n2.5\nx', takesNumbers('atLeast', undefined))).toEqual([1, 2.5, 'x'])
    expect(fromLines('1\n2', takesNumbers('is', '1'))).toEqual(['1', '2'])
    expect(fromLines('1\n2', takesNumbers('is', 1))).toEqual([1, 2])
  })

  it('take no empty line as a value', () => {
    expect(fromLines('FR\n\nDE\n', false)).toEqual(['FR', 'DE'])
    expect(fromLines(' \n', false)).toEqual([])
  })

  it('keep the text of a number while it is typed', () => {
    let value: unknown = 1
    const typed: string[] = []
    for (const text of ['1', '1.', '1.0', '1.05']) {
      value = numberOr(text)
      typed.push(shownText(text, { value, read: numberOr, written: String(value) }))
    }
    expect(typed).toEqual(['1', '1.', '1.0', '1.05'])
    expect(value).toBe(1.05)
    expect(shownText('1.0', { value: 2, read: numberOr, written: '2' })).toBe('2')
  })
})

it('an item is replaced, removed and moved', () => {
  expect(withItem(['a', 'b'], 0, 'c')).toEqual(['c', 'b'])
  expect(withItem(['a', 'b'], 0, undefined)).toEqual(['b'])
  expect(withMoved(['a', 'b'], 1, -1)).toEqual(['b', 'a'])
  expect(withMoved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
