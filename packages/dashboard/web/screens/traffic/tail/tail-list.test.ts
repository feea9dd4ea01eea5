import { expect, test } from 'vitest'
import type { PluginLine, RequestLine } from './tail-events.ts'
import { createTailList } from './tail-list.ts'

const request = (id: string) => ({ kind: 'request', id }) as RequestLine
const plugin = (id: string, name: string) => ({ kind: 'plugin', id, plugin: name }) as PluginLine

const said = (list: ReturnType<typeof createTailList>) =>
  list.entries.value.map((entry) =>
    entry.kind === 'request'
      ? [entry.line.id, ...entry.plugins.map((one) => one.plugin)].join(' ')
      : `${entry.why} ${entry.count ?? ''}`.trim(),
  )

test('the newest request comes first, with the plugins that have run for it', () => {
  const list = createTailList()
  list.add([plugin('a', 'Cors'), plugin('b', 'Limit'), plugin('a', 'Mock'), request('a')])
  list.add([request('b'), { kind: 'dropped', count: 7 }, request('c')])
  expect(said(list)).toEqual(['c', 'dropped 7', 'b Limit', 'a Cors Mock'])
})

test('only the newest lines are kept', () => {
  const list = createTailList(3)
  list.add(['a', 'b', 'c', 'd', 'e'].map(request))
  list.add([request('f')])
  expect(said(list)).toEqual(['f', 'e', 'd'])
})

test('a paused list keeps its lines, and counts the requests that pass', () => {
  const list = createTailList()
  list.add([request('a')])
  list.pause(true)
  list.add([plugin('b', 'Cors'), request('b'), request('c'), { kind: 'dropped', count: 5 }])
  expect([said(list), list.passed.value]).toEqual([['a'], 7])
  list.pause(false)
  list.add([request('d')])
  expect([said(list), list.passed.value]).toEqual([['d', 'paused 7', 'a'], 0])
  list.pause(true)
  list.pause(false)
  expect(said(list)).toHaveLength(3)
})

test('a closed stream leaves one mark, and forgets plugins whose request never came', () => {
  const list = createTailList()
  list.interrupted()
  expect(said(list)).toEqual([])
  list.add([request('a'), plugin('b', 'Cors')])
  list.interrupted()
  list.interrupted()
  list.add([request('b')])
  expect(said(list)).toEqual(['b', 'away', 'a'])
  list.clear()
  expect(said(list)).toEqual([])
})

test('runs of plugins without a request do not pile up', () => {
  const list = createTailList()
  list.add(Array.from({ length: 200 }, (_, at) => plugin(`${at}`, 'Cors')))
  list.add([request('0'), request('199')])
  expect(said(list)).toEqual(['199 Cors', '0'])
})
