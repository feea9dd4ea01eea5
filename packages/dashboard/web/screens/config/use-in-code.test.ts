import type { Config } from '@signalbox/core/contract'
import { describe, expect, it } from 'vitest'
import { snippetsOf } from './use-in-code.ts'

const codeOf = (config: Config) =>
  new Map(snippetsOf(config, 'https://flags.test').map(({ name, code }) => [name, code.split('\n').at(-1)]))

describe('how a program reads a config', () => {
  it.each([
    ['boolean', true, 'getBooleanValue', 'false'],
    ['number', 3, 'getNumberValue', '0'],
    ['string', 'a', 'getStringValue', "''"],
    ['object', {}, 'getObjectValue', '{}'],
    ['array', [], 'getObjectValue', '[]'],
  ] as const)('of the type %s fits the type', (type, value, method, fallback) => {
    const code = codeOf({ id: 'shop:limits', type, value })
    expect(code.get('In process')).toBe(`const value = box.value('shop:limits', {}, { default: ${fallback} })`)
    expect(code.get('Client')).toBe(`const value = flags.value('shop:limits', {}, { default: ${fallback} })`)
    expect(code.get('OpenFeature')).toContain(`.${method}('shop:limits', ${fallback}, { targetingKey:`)
  })

  it('of a JSON Schema fits its value', () => {
    expect(codeOf({ id: 'a', type: { minimum: 1 }, value: 3 }).get('OpenFeature')).toContain(".getNumberValue('a', 0,")
  })

  it('without a type needs no OpenFeature, which answers typed configs only', () => {
    expect([...codeOf({ id: 'a', value: 3 }).keys()]).toEqual(['In process', 'Client', 'curl'])
  })

  it('with rules passes a context', () => {
    const rules = [{ when: { attribute: 'plan', operator: 'is', value: 'pro' } as const, value: 2 }]
    expect(codeOf({ id: 'a', value: 1, rules }).get('Client')).toContain("flags.value('a', { id: 'client-1041' },")
  })
})
