import { describe, expect, it } from 'vitest'
import { createEntries } from '../../tree/entries.ts'
import { rowsOf } from '../../tree/row-list.ts'
import { type RowMove, rowMove, rowNamed } from './row-keys.ts'

const entries = createEntries()
for (const id of ['mobile', 'shop:checkout:express', 'shop:checkout:v1', 'shop:refund', 'stock:a'])
  entries.put({ id, enabled: true })
// mobile · shop › (checkout › (express, v1), refund) · stock
const rows = rowsOf(entries, { isOpen: (key) => key !== 'stock' })

const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const press = (key: string, active: number, held: Partial<typeof none> = {}): RowMove | undefined =>
  rowMove({ key, ...none, ...held }, { rows, active, page: 3 })

describe('a key in a tree', () => {
  it('moves up and down and stays within the rows', () => {
    expect(press('ArrowDown', 0)).toEqual({ to: 1 })
    expect(press('ArrowUp', 0)).toEqual({ to: 0 })
    expect(press('End', 0)).toEqual({ to: 6 })
    expect(press('Home', 4)).toEqual({ to: 0 })
    expect(press('PageDown', 5)).toEqual({ to: 6 })
  })

  it('opens a group, then enters it; closes a group, then leaves for the one above', () => {
    expect(press('ArrowRight', 6)).toEqual({ toggle: 6 })
    expect(press('ArrowRight', 1)).toEqual({ to: 2 })
    expect(press('ArrowRight', 0)).toBeUndefined()
    expect(press('ArrowLeft', 2)).toEqual({ toggle: 2 })
    expect(press('ArrowLeft', 3)).toEqual({ to: 2 })
    expect(press('ArrowLeft', 0)).toBeUndefined()
  })

  it('opens and pulls records, toggles groups', () => {
    expect([press('Enter', 3), press(' ', 3)]).toEqual([{ open: 3 }, { pull: 3 }])
    expect([press('Enter', 1), press(' ', 1)]).toEqual([{ toggle: 1 }, { toggle: 1 }])
  })

  it('selects, extends the selection and selects all', () => {
    expect(press('x', 3)).toEqual({ select: 3 })
    expect(press('ArrowDown', 3, { shiftKey: true })).toEqual({ to: 4, extend: true })
    expect(press('a', 3, { ctrlKey: true })).toEqual({ selectAll: true })
  })

  it('leaves other keys to the page', () => {
    expect([press('k', 0, { ctrlKey: true }), press('ArrowLeft', 3, { altKey: true }), press('Tab', 0)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('typing ahead finds the next name, from the top after the last', () => {
  expect(rowNamed(rows, 'sto', 0)).toBe(6)
  expect(rowNamed(rows, 'S', 2)).toBe(6)
  expect(rowNamed(rows, 'mo', 4)).toBe(0)
  expect(rowNamed(rows, 'nothing', 0)).toBeUndefined()
})
