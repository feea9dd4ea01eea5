import { expect, it } from 'vitest'
import { idiomsIn } from './idioms.ts'

it.each([
  ['/** The names of plans, and those of APIs. */', 1],
  ['/** Records, and those\n * that refer to them. */', 1],
  ['// What a tail wants to know.', 1],
  ['/** Is told of failures. */', 1],
  ['/** The server was told to stop. */', 1],
  ['// Whoever opened it closes it.', 1],
  ['/** The state, as far as it is known. */', 1],
  ['throw new Error(`The gateway goes on with ${what}`)', 1],
  ['Downloads have one event a line.', 1],
  ['# The registry at hand.', 1],
  ['The server reconnects by itself.', 1],
  ['-- it goes on without new partitions', 0],
  ['// When the source was last heard\n// of.', 1],
  ['/** Tells them apart: a digest cannot be told apart from random bytes. */', 0],
  ['const told = of(record)', 0],
  ['for (const those of byTurn.values()) close(those)', 0],
  ["it('goes on after a restart', run)", 0],
  ["])('%s goes on', run)", 0],
  ['Anyone who has a key can read those two records.', 0],
  ['a field of a record, one that a client sends', 0],
])('%j has %i idioms', (text, count) => expect(idiomsIn(text)).toHaveLength(count))

it('names the line, the words and what to write instead', () => {
  expect(idiomsIn('/**\n * Is told\n * which.\n */')).toEqual(['2: Is told: "receives …", "is notified", "gets …"'])
})
