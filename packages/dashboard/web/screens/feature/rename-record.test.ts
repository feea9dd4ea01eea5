import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import { createEditing } from '../../saving/create-editing.ts'
import type { Held } from '../../saving/hold-records.ts'
import { createService, type Thing } from '../../saving/service.fixture.ts'
import { moveDraft, renameRecord } from './rename-record.ts'

const editorOf = (value: Thing) => {
  const service = createService(value)
  return createEditing<Thing>({
    held: signal<Held<Thing>>({ state: 'ready', value, tag: '"1"' }),
    empty: { id: value.id },
    reason: signal(''),
    get: service.get,
    ...service.callsOf('me'),
    etagOf: service.etagOf,
    expect: () => () => {},
    onFailure() {},
    clock: () => 0,
    together: [],
  })
}

test('a record is renamed as it is saved, with the entity tag of what was read', async () => {
  const service = createService({ id: 'old', a: 1 })
  const { replace } = service.callsOf('me')
  const sent: (string | undefined)[] = []
  const renamed = await renameRecord<Thing>(
    {
      get: service.get,
      etagOf: service.etagOf,
      replace(record, ifMatch) {
        sent.push(ifMatch)
        return replace(record, { ifMatch: ifMatch! })
      },
    },
    'new',
  )
  expect(renamed).toEqual({ id: 'new', a: 1 })
  expect(sent).toEqual(['"1"'])
})

test('unsaved edits follow the record to its new id, and what others saved is kept', () => {
  const from = editorOf({ id: 'old', a: 1, b: 1 })
  from.edit({ id: 'old', a: 2, b: 1 })
  from.reason.value = 'Black Friday'
  const renamed = { id: 'new', a: 1, b: 9 }
  const to = editorOf(renamed)
  moveDraft(from, to, renamed)
  expect(from.draft.value.isEdited).toBe(false)
  expect([from.reason.value, to.reason.value]).toEqual(['', 'Black Friday'])
  expect(to.draft.value).toMatchObject({
    value: { id: 'new', a: 2, b: 9 },
    changes: [{ pointer: '/a', was: 1, now: 2 }],
  })
})

test('without edits, no draft is moved', () => {
  const [from, to] = [editorOf({ id: 'old', a: 1 }), editorOf({ id: 'new', a: 1 })]
  moveDraft(from, to, { id: 'new', a: 1 })
  expect(to.draft.value.isEdited).toBe(false)
})
