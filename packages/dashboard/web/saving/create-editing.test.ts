import { signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf } from '../values/changes.ts'
import { memberOf } from '../values/is-same.ts'
import { createEditing } from './create-editing.ts'
import type { Editing } from './draft.ts'
import { holdRecords } from './hold-records.ts'
import { createService, type Thing } from './service.fixture.ts'

/** An editor of the record of a service. */
async function open(
  service: ReturnType<typeof createService>,
  by = 'me',
  together: readonly (readonly string[])[] = [],
) {
  const records = holdRecords<Thing>({
    get: service.get,
    etagOf: service.etagOf,
    instantOf: () => 0,
    later: () => () => {},
  })
  let time = 0
  const failures: unknown[] = []
  const held = records.find('t')
  const editing = createEditing<Thing>({
    held,
    empty: { id: 't' },
    reason: signal(''),
    get: service.get,
    ...service.callsOf(by),
    etagOf: service.etagOf,
    expect: () => records.expect('t'),
    onFailure: (error) => failures.push(error),
    clock: () => time,
    together,
  })
  await expect.poll(() => held.value.state).not.toBe('loading')
  let delivered = service.writes.length
  return {
    editing,
    held,
    failures,
    pass: (ms: number) => {
      time += ms
    },
    set(member: string, value: unknown) {
      const { [member]: _, ...rest } = editing.draft.value.value
      editing.edit({ ...rest, id: 't', ...(value !== undefined && { [member]: value }) } as Thing)
    },
    /** Delivers the events of writes. */
    deliver(most = Number.POSITIVE_INFINITY) {
      for (const { by, was, now } of service.writes.slice(delivered, delivered + most)) {
        delivered += 1
        const type = now ? (was ? 'T_UPDATED' : 'T_CREATED') : 'T_DELETED'
        const authInfo = { id: by, name: by, kind: 'User' }
        records.apply({ key: 't', type, payload: now ?? was, authInfo, timestamp: '' } as unknown as ChangeEvent)
      }
    },
  }
}

const thing: Thing = { id: 't', a: 1, b: 1 }

test('a save sends the changed members with the entity tag, and the form is clean after it', async () => {
  const service = createService(thing)
  const { editing, set, held } = await open(service)
  set('a', 2)
  expect(editing.draft.value).toMatchObject({ isEdited: true, changes: [{ pointer: '/a', was: 1, now: 2 }] })
  expect(await editing.save()).toBe(true)
  expect(service.writes).toMatchObject([{ changes: [{ pointer: '/a', now: 2 }] }])
  expect(editing.draft.value).toMatchObject({ isEdited: false, changes: [], value: { a: 2 } })
  expect(held.value).toMatchObject({ tag: '"2"' })
})

test('the reason of a save outlives what stops it, and is gone once it is saved or discarded', async () => {
  const service = createService(thing)
  const { editing, set, deliver } = await open(service)
  set('a', 2)
  editing.reason.value = 'Black Friday'
  service.fails = 'before'
  expect(await editing.save()).toBe(false)
  service.fails = 'rejects'
  expect(await editing.save()).toBe(false)
  service.write('ada', { ...thing, a: 9 })
  deliver()
  expect(await editing.save()).toBe(false)
  expect(editing.draft.value.conflicts).toHaveLength(1)
  expect(editing.reason.value).toBe('Black Friday')
  editing.choose('/a', 'mine')
  expect(await editing.save()).toBe(true)
  expect(service.writes.at(-1)).toMatchObject({ by: 'me', now: { a: 2 }, reason: 'Black Friday' })
  expect(editing.reason.value).toBe('')
  const { was, now } = editing.lastChange()!
  await editing.takeBack(changesOf(was, now), { reason: 'Too early' })
  expect(service.writes.at(-1)).toMatchObject({ now: { a: 9 }, reason: 'Too early' })
  set('b', 5)
  editing.reason.value = 'A test'
  editing.discard()
  expect(editing.reason.value).toBe('')
})

test('an event while editing is announced and does not touch the form', async () => {
  const service = createService(thing)
  const { editing, set, deliver } = await open(service)
  set('a', 2)
  service.write('ada', { ...thing, b: 9 })
  deliver()
  expect(editing.draft.value.value).toEqual({ ...thing, a: 2 })
  expect(editing.draft.value.newer).toEqual({ by: 'ada', at: 0, changes: [{ pointer: '/b', was: 1, now: 9 }] })
  editing.takeNewer()
  expect(editing.draft.value.value).toEqual({ ...thing, a: 2, b: 9 })
  expect(editing.draft.value.newer).toBeUndefined()
})

test('changes are shown against the newest record, so that a member that someone else saved is not shown as it was', async () => {
  const service = createService(thing)
  const { editing, set, deliver } = await open(service)
  set('a', 55)
  service.write('ada', { id: 't', a: 70, b: 9 })
  deliver()
  expect(editing.draft.value).toMatchObject({
    changes: [{ pointer: '/a', was: 70, now: 55 }],
    newest: { a: 70, b: 9 },
    result: { a: 55, b: 9 },
    value: { a: 55, b: 1 },
  })
})

test('different members both survive: what someone else saved is taken over and named', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.write('ada', { ...thing, b: 9 })
  expect(await editing.save()).toBe(true)
  expect(service.record()).toEqual({ id: 't', a: 2, b: 9 })
  expect(editing.draft.value.merged).toMatchObject({ changes: [{ pointer: '/b', was: 1, now: 9 }] })
})

test.each([
  ['mine', 2],
  ['theirs', 9],
  ['base', 1],
] as const)('the same member asks first; choosing %s saves %s', async (side, saved) => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.write('ada', { ...thing, a: 9 })
  expect(await editing.save()).toBe(false)
  expect(service.record()).toMatchObject({ a: 9 })
  expect(editing.draft.value.conflicts).toEqual([{ pointer: '/a', was: 1, now: 2, theirs: 9 }])
  expect(await editing.save()).toBe(false)
  editing.choose('/a', side)
  expect(await editing.save()).toBe(true)
  expect(service.record()).toMatchObject({ a: saved })
})

test('equal edits on both sides are saved without a second write', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.write('ada', { ...thing, a: 2 })
  expect(await editing.save()).toBe(true)
  expect(service.writes).toHaveLength(1)
})

test('a rejected record shows its problems at the members and keeps the work', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.fails = 'rejects'
  expect(await editing.save()).toBe(false)
  expect(editing.draft.value).toMatchObject({ problems: { '/a': ['is too long'] }, value: { a: 2 }, isEdited: true })
  expect(await editing.save()).toBe(true)
  expect(editing.draft.value.problems).toEqual({})
})

test('while the service is away the work stays, and is saved once it is back', async () => {
  const service = createService(thing)
  const { editing, set, failures } = await open(service)
  set('a', 2)
  service.isUnreachable = true
  expect(await editing.save()).toBe(false)
  expect(failures).toMatchObject([{ code: 'UNAVAILABLE' }])
  expect(editing.draft.value).toMatchObject({ error: { code: 'UNAVAILABLE' }, value: { a: 2 } })
  service.isUnreachable = false
  service.write('ada', { ...thing, b: 9 })
  expect(await editing.save()).toBe(true)
  expect(service.record()).toEqual({ id: 't', a: 2, b: 9 })
})

test('a save whose answer was lost is recognized by reading, and not repeated', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.fails = 'after'
  expect(await editing.save()).toBe(true)
  expect(service.writes).toHaveLength(1)
  expect(editing.draft.value).toMatchObject({ isEdited: false, value: { a: 2 } })
  expect(editing.draft.value.error).toBeUndefined()
})

test('a save whose answer was lost because the service stopped is recognized when it is back', async () => {
  const service = createService(thing)
  const { editing, set, deliver } = await open(service)
  set('a', 2)
  service.fails = 'after'
  const saving = editing.save()
  service.isUnreachable = true
  expect(await saving).toBe(false)
  service.isUnreachable = false
  deliver()
  expect(editing.draft.value).toMatchObject({ isEdited: false, changes: [] })
  expect(await editing.save()).toBe(true)
  expect(service.writes).toHaveLength(1)
})

test('a creation whose answer was lost is not repeated, and never overwrites a record of someone else', async () => {
  const service = createService()
  const { editing, set } = await open(service)
  set('a', 2)
  service.fails = 'after'
  expect(await editing.save()).toBe(true)
  expect(service.writes).toHaveLength(1)

  const other = createService()
  const second = await open(other)
  second.set('a', 2)
  other.write('ada', { id: 't', a: 9, b: 3 })
  expect(await second.editing.save()).toBe(false)
  expect(other.record()).toMatchObject({ a: 9 })
  second.editing.choose('/a', 'mine')
  expect(await second.editing.save()).toBe(true)
  expect(other.record()).toEqual({ id: 't', a: 2, b: 3 })
})

test('a record deleted under the hands says so, and is created again on request only', async () => {
  const service = createService(thing)
  const { editing, set, deliver, failures } = await open(service)
  set('a', 2)
  service.write('bob', undefined)
  expect(await editing.save()).toBe(false)
  deliver()
  expect(editing.draft.value).toMatchObject({ deleted: { by: 'bob' }, value: { a: 2 }, isEdited: true })
  const before = failures.length
  expect(await editing.save()).toBe(false)
  expect([service.record(), failures.length]).toEqual([undefined, before])
  expect(await editing.createAgain()).toBe(true)
  expect(service.record()).toEqual({ ...thing, a: 2 })
})

test('steps are undone one by one; those of the same field within a second are one, and discarding is one', async () => {
  const { editing, set, pass } = await open(createService(thing))
  editing.edit({ ...thing, a: 2 }, 'a')
  editing.edit({ ...thing, a: 23 }, 'a')
  pass(2000)
  editing.edit({ ...thing, a: 234 }, 'a')
  set('b', 2)
  editing.discard()
  expect(editing.draft.value).toMatchObject({ isEdited: false, value: thing })
  const values = [1, 2, 3, 4].map(() => {
    editing.undo()
    return [editing.draft.value.value.a, editing.draft.value.value.b]
  })
  expect(values).toEqual([
    [234, 2],
    [234, 1],
    [23, 1],
    [1, 1],
  ])
  expect(editing.draft.value.isEdited).toBe(false)
})

test('what is edited while a save is under way stays, as a change of what was saved', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  const saving = editing.save()
  set('b', 5)
  expect(await saving).toBe(true)
  expect(editing.draft.value).toMatchObject({ changes: [{ pointer: '/b', was: 1, now: 5 }], isEdited: true })
  expect(await editing.save()).toBe(true)
  expect(service.record()).toEqual({ id: 't', a: 2, b: 5 })
})

test.each([
  ['an edit back to what was saved before', (editing: Editing<Thing>) => editing.edit(thing)],
  ['an undo', (editing: Editing<Thing>) => editing.undo()],
])('%s while a save is under way stays, as a change of what was saved', async (_, goBack) => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  const saving = editing.save()
  goBack(editing)
  expect(editing.draft.value).toMatchObject({ state: 'saving', value: thing })
  expect(await saving).toBe(true)
  expect(editing.draft.value).toMatchObject({ changes: [{ pointer: '/a', was: 2, now: 1 }], state: 'idle' })
  expect(await editing.save()).toBe(true)
  expect(service.record()).toEqual(thing)
  expect(editing.draft.value.isEdited).toBe(false)
})

test('an edit back during a save whose answer was lost stays, too', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.fails = 'after'
  const saving = editing.save()
  editing.edit(thing)
  expect(await saving).toBe(true)
  expect(editing.draft.value.changes).toEqual([{ pointer: '/a', was: 2, now: 1 }])
})

test('an edit back during a save that is rejected ends the editing', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.fails = 'rejects'
  const saving = editing.save()
  editing.edit(thing)
  await saving
  expect(editing.draft.value).toMatchObject({ isEdited: false, problems: {}, changes: [] })
})

test('an undo during a save never undoes what the save has merged', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  set('a', 3)
  service.write('ada', { ...thing, b: 9 })
  const stop = editing.draft.subscribe(({ merged, state }) => {
    if (merged && state === 'saving' && service.writes.length === 1) editing.undo()
  })
  expect(await editing.save()).toBe(true)
  stop()
  expect(service.record()).toEqual({ id: 't', a: 3, b: 9 })
  expect(editing.draft.value.value).toMatchObject({ b: 9 })
})

test('a copy that is discarded during a save is not written after someone else saved', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.write('ada', { ...thing, b: 9 })
  const saving = editing.save()
  editing.discard()
  expect(await editing.save()).toBe(true)
  await saving
  expect(service.record()).toEqual({ ...thing, b: 9 })
})

test('what a save changed does not contain what was edited while it was under way', async () => {
  const { editing, set } = await open(createService(thing))
  set('a', 2)
  const saving = editing.save()
  set('a', 3)
  await saving
  expect(editing.lastChange()).toEqual({ was: thing, now: { ...thing, a: 2 } })
})

test('what a save changed does not contain what others saved', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  service.write('ada', { ...thing, b: 9 })
  await editing.save()
  expect(editing.lastChange()).toEqual({ was: { ...thing, b: 9 }, now: { id: 't', a: 2, b: 9 } })
})

test('taking a removal back never overwrites what someone else wrote there since', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('b', undefined)
  await editing.save()
  const { was, now } = editing.lastChange()!
  service.write('ada', { ...service.record()!, b: 7 })
  await expect(editing.takeBack(changesOf(was, now))).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(service.record()).toMatchObject({ b: 7 })
  service.write('ada', { id: 't', a: 1, c: 1 })
  await editing.takeBack(changesOf(was, now))
  expect(service.record()).toEqual({ ...thing, c: 1 })
})

test('whatever fails and whoever else saves, nothing is overwritten unseen and nothing is lost', () => {
  const members = ['a', 'b', '__proto__'] as const
  const member = fc.constantFrom(...members)
  const who = fc.nat(1)
  const action = <W extends string>(what: W) => fc.record({ what: fc.constant(what), who })
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ what: fc.constant('set' as const), who, member }) },
    { weight: 5, arbitrary: action('save') },
    { weight: 2, arbitrary: action('deliver') },
    { weight: 1, arbitrary: action('takeNewer') },
    { weight: 1, arbitrary: action('undo') },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('choose' as const),
        who,
        side: fc.constantFrom('mine' as const, 'theirs' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constant('fails' as const),
        fails: fc.constantFrom('before' as const, 'after' as const),
      }),
    },
  )
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const service = createService({ id: 't', a: 0, b: 0 })
      const editors = [await open(service, '0'), await open(service, '1')]
      /** For each editor the values of each member that were on its screen. */
      const seen = editors.map(() => new Map(members.map((name) => [name as string, new Set<unknown>([undefined, 0])])))
      const look = () => {
        for (const [i, { editing }] of editors.entries()) {
          const { value, conflicts, newer, merged } = editing.draft.value
          const see = (name: string, shown: unknown) => seen[i]!.get(name)?.add(shown)
          for (const name of members) see(name, memberOf(value, name))
          for (const { pointer, theirs } of conflicts) see(pointer.slice(1), theirs)
          for (const { pointer, now } of [...(newer?.changes ?? []), ...(merged?.changes ?? [])])
            see(pointer.slice(1), now)
        }
      }
      let fresh = 0
      for (const step of steps) {
        look()
        const before = service.writes.length
        if (step.what === 'fails') service.fails = step.fails
        else {
          const editor = editors[step.who]!
          const { editing } = editor
          if (step.what === 'set') {
            fresh += 1
            editing.edit({ ...editing.draft.value.value, [step.member]: fresh } as Thing)
          } else if (step.what === 'deliver') editor.deliver()
          else if (step.what === 'choose') editing.choose(editing.draft.value.conflicts[0]?.pointer ?? '', step.side)
          else if (step.what === 'save') {
            const { changes } = editing.draft.value
            const isSaved = await editing.save()
            if (isSaved)
              for (const { pointer, now } of changes)
                if (service.fails === undefined)
                  expect(memberOf(service.record()!, pointer.slice(1)), `saved ${pointer}`).toBe(now)
          } else editing[step.what]()
        }
        for (const { by, changes } of service.writes.slice(before))
          for (const { pointer, was } of changes)
            expect(seen[Number(by)]!.get(pointer.slice(1)), `${pointer} seen by ${by}`).toContain(was)
      }
    }),
    { numRuns: 300 },
  )
})

test('a text that is no value blocks the save until it is mended or its member is changed', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  const broken = { pointer: '/a', text: '{', problem: 'This is not JSON.' }
  set('b', 2)
  editing.hold(broken)
  expect(editing.draft.value.unreadable).toEqual([broken])
  expect(await editing.save()).toBe(false)
  expect(service.writes).toHaveLength(0)
  set('b', 3)
  expect(editing.draft.value.unreadable).toEqual([broken])
  set('a', 2)
  expect(editing.draft.value.unreadable).toEqual([])
  editing.hold(broken)
  editing.drop('/a')
  expect(await editing.save()).toBe(true)
  expect(service.writes.at(-1)?.now).toMatchObject({ a: 2, b: 3 })
})

test('a text that is no value is an edit of its own, which can be undone and discarded', async () => {
  const { editing } = await open(createService(thing))
  const broken = { pointer: '/a', text: '{', problem: 'This is not JSON.' }
  editing.hold(broken)
  expect(editing.draft.value).toMatchObject({ isEdited: true, changes: [], unreadable: [broken] })
  editing.discard()
  expect(editing.draft.value).toMatchObject({ isEdited: false, unreadable: [] })
  editing.undo()
  expect(editing.draft.value.unreadable).toEqual([broken])
  editing.undo()
  expect(editing.draft.value).toMatchObject({ isEdited: false, unreadable: [] })
})

test('a copy that was edited back follows the record again', async () => {
  const service = createService(thing)
  const { editing, set, deliver } = await open(service)
  set('a', 2)
  set('a', 1)
  service.write('ada', { ...thing, a: 9 })
  deliver()
  expect(editing.draft.value).toMatchObject({ isEdited: false, value: { a: 9 }, changes: [] })
})

test('a reason that is typed while a save is under way belongs to the next save', async () => {
  const service = createService(thing)
  const { editing, set } = await open(service)
  set('a', 2)
  editing.reason.value = 'first'
  const saving = editing.save()
  editing.reason.value = 'second'
  expect(await saving).toBe(true)
  expect([service.writes.at(-1)?.reason, editing.reason.value]).toEqual(['first', 'second'])
})

test.each(['mine', 'theirs', 'base'] as const)('of members that belong together all are chosen: %s', async (side) => {
  const [was, mine, theirs] = ['was', 'mine', 'theirs'].map((one) => ({ id: 't', kind: one, size: one, b: 1 }))
  const service = createService(was)
  const { editing, deliver } = await open(service, 'me', [['kind', 'size']])
  editing.edit(mine as Thing)
  service.write('ada', theirs)
  deliver()
  expect(await editing.save()).toBe(false)
  expect(editing.draft.value.conflicts.map(({ pointer }) => pointer)).toEqual(['/kind', '/size'])
  editing.choose('/size', side)
  const chosen = side === 'base' ? 'was' : side
  expect(editing.draft.value).toMatchObject({ conflicts: [], value: { kind: chosen, size: chosen } })
})

test('a record is renamed by replacing it, because a patch cannot change its id', async () => {
  const service = createService(thing)
  const calls = service.callsOf('me')
  const sent: string[] = []
  service.callsOf = () => ({
    ...calls,
    patch(...given) {
      sent.push('patch')
      return calls.patch(...given)
    },
    replace(...given) {
      sent.push('replace')
      return calls.replace(...given)
    },
  })
  const { editing, set } = await open(service)
  set('a', 2)
  expect(await editing.save()).toBe(true)
  editing.edit({ ...editing.draft.value.value, id: 'renamed' })
  expect(await editing.save()).toBe(true)
  expect(sent).toEqual(['patch', 'replace'])
})

test('a save that others overtake again and again gives up, and keeps the work', async () => {
  const service = createService(thing)
  const calls = service.callsOf('me')
  let attempts = 0
  service.callsOf = () => ({
    ...calls,
    patch(...given) {
      if (attempts++ < 100) service.write('ada', { ...thing, b: attempts })
      return calls.patch(...given)
    },
  })
  const { editing, set } = await open(service)
  set('a', 2)
  expect(await editing.save()).toBe(false)
  expect(attempts).toBeLessThan(10)
  expect(editing.draft.value).toMatchObject({ isEdited: true, value: { a: 2 } })
})
