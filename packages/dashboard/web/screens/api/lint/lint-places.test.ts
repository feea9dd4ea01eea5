import { expect, test } from 'vitest'
import { problemsIn } from './lint-places.ts'

const problem = (pointer: string) => ({ severity: 'warning', pointer, message: `at ${pointer}` }) as const
const saved = {
  domain: '',
  routes: [
    { id: 'a', backend: 'gone' },
    { id: 'b', backend: 'main' },
  ],
  flows: [{ id: 'f', plugins: { slots: [{ plugin: 'x' }, { plugin: 'y' }] } }],
}

const pointersIn = (pointers: readonly string[], edited: unknown) =>
  problemsIn(pointers.map(problem), saved, edited).map(({ pointer }) => pointer)

test('problems follow the items of a list by their ids', () => {
  const edited = { ...saved, routes: [{ id: 'new' }, saved.routes[1], saved.routes[0]] }
  expect(pointersIn(['/routes/0/backend', '/routes/1', '/routes'], edited)).toEqual(['/routes/2/backend', '/routes/1'])
})

test('problems of what was removed or changed are left out', () => {
  const edited = { ...saved, domain: 'api.example.com', routes: [{ id: 'a', backend: 'main' }] }
  expect(pointersIn(['/domain', '/routes/0/backend', '/routes/1', ''], edited)).toEqual([''])
})

test('items without ids keep their places, and absent members are equal', () => {
  const edited = { ...saved, routes: [] }
  expect(pointersIn(['/flows/0/plugins/slots/1/plugin', '/successor'], edited)).toEqual([
    '/flows/0/plugins/slots/1/plugin',
    '/successor',
  ])
})
