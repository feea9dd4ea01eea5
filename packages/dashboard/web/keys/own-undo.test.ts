import { expect, test } from 'vitest'
import { hasOwnUndo } from './own-undo.ts'

type Field = Parameters<typeof hasOwnUndo>[0]

/** An element that finds the given elements around it. */
function within(around: Readonly<Record<string, unknown>>): NonNullable<Field> {
  const element = {
    closest: (selector: string) => (around[selector] === 'itself' ? element : (around[selector] ?? null)),
  }
  return element as NonNullable<Field>
}

const form = within({})
const text = 'input, textarea, [contenteditable]'

test('a key in a field of the form undoes the draft', () => {
  expect(hasOwnUndo(within({ [text]: 'itself', '.detail, .page': form }), form)).toBe(false)
  expect(hasOwnUndo(within({}), form)).toBe(false)
})

test('text that belongs to no draft is undone by the browser', () => {
  expect(hasOwnUndo(within({ [text]: 'itself' }), form)).toBe(true)
  expect(hasOwnUndo(within({ [text]: 'itself', '.detail, .page': form, '[data-own-undo]': form }), form)).toBe(true)
})
