import { expect, it } from 'vitest'
import { foundPeople } from './found-people.ts'

it('people are found by any of their texts, in the order of their names', () => {
  const people = [
    { name: 'Grace', email: 'grace@navy.example' },
    { name: 'Ada', email: 'ada@engine.example' },
    { name: 'Émilie', email: 'e@salon.example' },
  ]
  const found = (words: string) =>
    foundPeople(people, words, ({ name, email }) => [name, email]).map(({ name }) => name)
  expect(found('')).toEqual(['Ada', 'Émilie', 'Grace'])
  expect(found(' NAVY  gra')).toEqual(['Grace'])
  expect(found('nobody')).toEqual([])
})
