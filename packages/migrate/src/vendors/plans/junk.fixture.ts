import type { Chance } from './chance.fixture.ts'

const hostile = [
  '{"__proto__":{"polluted":true}}',
  '"__proto__"',
  '1e999',
  '"\\ud800"',
  '-1',
  '0.5',
  '""',
  '[[]]',
  '[{}]',
  '{"a":{"b":[null]}}',
]
const plain = ['null', 'true', 'false', '0', '99999999999', '"key"', '[]', '{}', JSON.stringify('x'.repeat(2000))]

/** The text of an export, in which some values are replaced by others of any type. */
export function spoiled(value: unknown, random: Chance, share: number): string {
  if (random.isLucky(share)) return random.one(random.isLucky(0.5) ? hostile : plain)
  if (Array.isArray(value)) return `[${value.map((item) => spoiled(item, random, share)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(([name, member]) => {
    const key = random.isLucky(share) ? random.one(['__proto__', 'constructor', '', 'a:b', '..', '∞']) : name
    return `${JSON.stringify(key)}:${spoiled(member, random, share)}`
  })
  return `{${members.join(',')}}`
}
