import { changesOf, type MemberChange } from './changes.ts'

/** Digits that JavaScript may not keep: texts with such numbers are compared as texts. */
const MANY_DIGITS = /\d{16}/

/** The changes of a record, with changed texts that hold JSON compared by the members of that JSON. */
export const changesInTexts = (changes: readonly MemberChange[]): readonly MemberChange[] =>
  changes.flatMap((change) => {
    const [was, now] = [jsonIn(change.was), jsonIn(change.now)]
    if (was === undefined || now === undefined) return [change]
    const inside = changesOf(was, now, change.pointer)
    return inside.length === 0 ? [change] : inside
  })

/** The object or list that a text holds; `undefined` for other values. */
function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || MANY_DIGITS.test(value)) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
