import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { termOfKey, termSql } from './event-terms.ts'

const db = new DatabaseSync(':memory:')
db.exec('create table events (event text)')
const insert = db.prepare('insert into events values (?)')
const read = db.prepare(`select ${termSql('instr')} as term from events`)

/** The term that SQL gives an event. */
function termOf(event: object): unknown {
  db.exec('delete from events')
  insert.run(JSON.stringify(event))
  return (read.get() as { term: unknown }).term
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', 'a', '\u0000', '\ud800', '🚦') }),
  fc.nat({ max: 700 }).map((length) => '🚦'.repeat(length)),
)

it('the term of an event is that of its key', () => {
  fc.assert(
    fc.property(text, text, fc.jsonValue(), (key, type, payload) => {
      const term = termOf({ type, key, domain: 'Feature', payload })
      if (term !== null) expect(term).toBe(termOfKey(key))
      else expect(type).toMatch(/[,"\\]|"key"/)
    }),
  )
})

it('an event of another shape has no term, or that of its key', () => {
  const members = fc.record({ type: text, key: text, payload: fc.jsonValue(), domain: text })
  fc.assert(
    fc.property(
      members,
      fc.shuffledSubarray(['type', 'key', 'payload', 'domain'], { minLength: 4 }),
      (event, order) => {
        const shuffled = Object.fromEntries(order.map((name) => [name, event[name as keyof typeof event]]))
        expect([null, termOfKey(event.key)]).toContain(termOf(shuffled))
      },
    ),
  )
})
