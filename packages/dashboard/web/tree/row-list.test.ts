import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEntries } from './entries.ts'
import { keys } from './keys.fixture.ts'
import { rowsOf } from './row-list.ts'

interface Line {
  readonly key: string
  readonly level: number
  readonly isRecord: boolean
  readonly count: number
  readonly position: number
  readonly siblings: number
}

/** The rows by a tree of maps. */
function naive(ids: readonly string[], isOpen: (key: string) => boolean, prefix = '', level = 1): Line[] {
  const names = new Map<string, string[]>()
  for (const id of [...ids].sort()) {
    const name = id.slice(prefix.length).split(':')[0]!
    names.set(name, [...(names.get(name) ?? []), id])
  }
  return [...names].flatMap(([name, all], at) => {
    const key = prefix + name
    const below = all.filter((id) => id !== key)
    const own = {
      key,
      level,
      isRecord: below.length < all.length,
      count: below.length,
      position: at + 1,
      siblings: names.size,
    }
    return [own, ...(isOpen(key) ? naive(below, isOpen, `${key}:`, level + 1) : [])]
  })
}

const entriesOf = (ids: readonly string[]) => {
  const entries = createEntries()
  for (const id of ids) entries.put({ id, enabled: true })
  return entries
}

describe('rows', () => {
  it('are those of a tree, whichever groups are open', () => {
    fc.assert(
      fc.property(fc.uniqueArray(keys, { maxLength: 40 }), fc.func(fc.boolean()), (ids, isOpen) => {
        const rows = rowsOf(entriesOf(ids), { isOpen })
        const shown = Array.from({ length: rows.length }, (_, row): Line => {
          const { key, level, entry, group, position, siblings } = rows.at(row)
          expect(rows.rowOf(key)).toBe(row)
          return { key, level, isRecord: entry?.id === key, count: group?.count ?? 0, position, siblings }
        })
        expect(shown).toEqual(naive(ids, isOpen))
      }),
    )
  })

  it('keep the keys of their time, whatever is deleted and created since', () => {
    const changes = fc.array(fc.record({ id: keys, isRemoved: fc.boolean() }), { maxLength: 20 })
    fc.assert(
      fc.property(fc.uniqueArray(keys, { maxLength: 40 }), changes, (ids, changes) => {
        const entries = entriesOf(ids)
        const rows = rowsOf(entries, { isOpen: () => true })
        const keysOf = () => Array.from({ length: rows.length }, (_, row) => rows.at(row).key)
        const before = keysOf()
        for (const { id, isRemoved } of changes)
          if (isRemoved) entries.remove(id)
          else entries.put({ id, enabled: true })
        expect(keysOf()).toEqual(before)
        for (const [row, key] of before.entries()) {
          const { entry } = rows.at(row)
          if (entry) expect([entry.id, entries.placeOf(key) !== undefined]).toEqual([key, true])
          expect(rows.rowOf(key)).toBe(row)
        }
      }),
    )
  })

  it('show a key that is a record and a group once, where the record stands', () => {
    const rows = rowsOf(entriesOf(['a', 'a-b', 'a:c', 'a:d', 'b']), { isOpen: () => true })
    expect(Array.from({ length: rows.length }, (_, row) => rows.keyAt(row))).toEqual(['a', 'a:c', 'a:d', 'a-b', 'b'])
    expect(rows.at(0)).toMatchObject({ name: 'a', entry: { id: 'a' }, group: { count: 2, isOpen: true } })
    expect(rows.parentOf(2)).toBe(0)
    expect(rows.parentOf(3)).toBeUndefined()
  })

  it('show hits and the groups above them', () => {
    const entries = entriesOf(['a:b:c', 'a:d', 'e:f'])
    const rows = rowsOf(entries, { places: Int32Array.of(0), isOpen: () => true })
    expect(Array.from({ length: rows.length }, (_, row) => rows.keyAt(row))).toEqual(['a', 'a:b', 'a:b:c'])
    expect(rows.at(0).group?.count).toBe(1)
  })

  it('are as deep as ids of 512 characters allow', () => {
    const id = Array.from({ length: 256 }, () => 'x').join(':')
    expect(rowsOf(entriesOf([id]), { isOpen: () => true }).length).toBe(256)
  })

  it('take little time for 100,000 records', () => {
    const many = (count: number) =>
      entriesOf(Array.from({ length: count }, (_, i) => `team-${i % 50}:area-${i % 500}:flag-${i}`).sort())
    const entries = many(100_000)
    const cost = (of: typeof entries) => {
      const begun = process.cpuUsage()
      const rows = rowsOf(of, { isOpen: () => true })
      const { user, system } = process.cpuUsage(begun)
      expect(rows.length).toBeGreaterThan(10_000)
      return user + system
    }
    const least = (of: typeof entries) => Math.min(...Array.from({ length: 3 }, () => cost(of)))
    expect(rowsOf(entries, { isOpen: () => false }).length).toBe(50)
    // Linear is ten times, quadratic a hundred times.
    expect(least(entries) / Math.max(least(many(10_000)), 2000)).toBeLessThan(50)
  })
})
