import fc from 'fast-check'
import jsonpatch from 'fast-json-patch'
import { expect, test } from 'vitest'
import { changesOf, isPatchable, toPatch, withChanges } from './changes.ts'
import { isSame } from './is-same.ts'

const feature = { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } }

/** JSON objects whose members are often called alike, and sometimes `__proto__`. */
const json = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(0, 1, 'text', true, null),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b/c', '~d', 'id', '__proto__', 'toString'), tie('value')), {
        selector: ([name]) => name,
        maxLength: 4,
      })
      .map((entries) => Object.fromEntries(entries)),
  }))
  .object.map((value) => value as object)

test('changes name the members by JSON Pointer', () => {
  const next = { ...feature, parameters: { percentage: 40 }, description: 'Express checkout' }
  expect(changesOf(feature, next)).toEqual([
    { pointer: '/parameters/percentage', was: 25, now: 40 },
    { pointer: '/description', was: undefined, now: 'Express checkout' },
  ])
  expect(toPatch(changesOf(next, feature))).toEqual([
    { op: 'replace', path: '/parameters/percentage', value: 25 },
    { op: 'remove', path: '/description' },
  ])
})

test('arrays are one member, unless their items can be told apart', () => {
  const lists = (was: unknown, now: unknown) => changesOf({ list: was }, { list: now }).map(({ pointer }) => pointer)
  expect(lists(['a', 'b'], ['a', 'c'])).toEqual(['/list'])
  expect(lists([{ share: 1 }, { share: 2 }], [{ share: 1 }, { share: 3 }])).toEqual(['/list/1/share'])
  expect(lists([{ share: 1 }, { share: 2 }], [{ share: 2 }, { share: 1 }])).toEqual(['/list'])
  expect(
    lists(
      [
        { name: 'x', v: 1 },
        { name: 'y', v: 1 },
      ],
      [
        { name: 'x', v: 2 },
        { name: 'y', v: 2 },
      ],
    ),
  ).toEqual(['/list/0/v', '/list/1/v'])
})

test('the patch makes exactly the changes, whatever the members are called', () =>
  fc.assert(
    fc.property(json, json, (was, now) => {
      const changes = changesOf(was, now)
      expect(isSame(withChanges(was, changes), now)).toBe(true)
      if (!isPatchable(changes)) return
      const { newDocument } = jsonpatch.applyPatch(
        structuredClone(was),
        structuredClone(toPatch(changes)),
        true,
        false,
        false,
      )
      expect(isSame(newDocument, now)).toBe(true)
    }),
  ))

test('members called __proto__ are compared, but not patched', () => {
  const was = JSON.parse('{"metadata":{"__proto__":1}}')
  const now = JSON.parse('{"metadata":{"__proto__":2}}')
  const changes = changesOf(was, now)
  expect(changes).toEqual([{ pointer: '/metadata/__proto__', was: 1, now: 2 }])
  expect(isPatchable(changes)).toBe(false)
  expect(JSON.stringify(withChanges(was, changes))).toBe('{"metadata":{"__proto__":2}}')
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a value that changed as a whole is not patched', () => {
  const changes = changesOf({ a: 1 }, [1])
  expect(changes).toEqual([{ pointer: '', was: { a: 1 }, now: [1] }])
  expect(isPatchable(changes)).toBe(false)
})
