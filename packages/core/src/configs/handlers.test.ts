import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'
import { expand } from './expand.ts'

describe('the value of a config in a tree', () => {
  it.each<[string, unknown, unknown]>([
    ['a text of an object', '{"a":{"b":1}}', { a: { b: 1 } }],
    ['a text of an array', ' [1,"x"]\n', [1, 'x']],
    ['a text of a text', '"x"', '"x"'],
    ['a text of a number', '12', '12'],
    ['a text of null', 'null', 'null'],
    ['a text that only begins like an object', '{a}', '{a}'],
    ['a text that continues', '[1] and more', '[1] and more'],
    ['an empty text', '', ''],
    ['an object', { a: '{"b":1}' }, { a: '{"b":1}' }],
    ['null', null, null],
  ])('of %s is the parsed value', (_, value, expected) => {
    expect(expand(value)).toEqual(expected)
  })

  it('stays a text if it is nested too deeply', async () => {
    const text = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`
    const box = createSignalbox()
    await box.configs.create({ body: { id: 'deep', value: text } })
    await box.configs.create({ body: { id: 'flat', value: '{"a":1}' } })
    expect(await box.configs.tree()).toEqual({ deep: text, flat: { a: 1 } })
  })
})
