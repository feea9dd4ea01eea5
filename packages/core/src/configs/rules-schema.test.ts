import { expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'
import { checkRules } from './rules-schema.ts'

const arms = (count: number, name: (i: number) => unknown) =>
  Array.from({ length: count }, (_, i) => ({ name: name(i), weight: 1, value: i }))

it.each<[string, rule: object, place: string, code: string]>([
  ['neither a value nor a split', {}, '/rules/0', 'error.required.any'],
  ['both', { value: 1, split: arms(1, String) }, '/rules/0', 'error.required.one'],
  ['a salt without a split', { value: 1, salt: 's' }, '/rules/0/salt', 'error.only.with'],
  ['a split without weights', { split: [{ name: 'a', weight: 0, value: 1 }] }, '/rules/0/split', 'error.weights.sum'],
  ['a name twice', { split: arms(3, (i) => `v${i % 2}`) }, '/rules/0/split/2/name', 'error.unique'],
  ['a name of 512 emojis twice', { split: arms(2, () => '😀'.repeat(512)) }, '/rules/0/split/1/name', 'error.unique'],
])('a rule cannot have %s', (_, rule, place, code) => {
  expect(checkRules([rule])).toEqual({ [place]: [expect.objectContaining({ message: code })] })
})

it.each<[string, rules: unknown, place: string, code: string]>([
  ['more rules than are allowed', Array.from({ length: 200_000 }, () => 0), '/rules', 'error.items.maximum'],
  ['more variants than are allowed', [{ split: arms(10_000, String) }], '/rules/0/split', 'error.items.maximum'],
  [
    'a weight that no number can be made of',
    [{ split: [{ name: 'a', weight: { valueOf: 1, toString: 1 }, value: 1 }] }],
    '/rules/0/split/0/weight',
    'error.type',
  ],
])('a config with %s is invalid', async (_, rules, place, code) => {
  const box = createSignalbox()
  await expect(box.configs.create({ body: { id: 'a', value: 1, rules: rules as [] } })).rejects.toMatchObject({
    code: 'INVALID',
    fieldErrors: { [place]: [{ message: code }] },
  })
})
