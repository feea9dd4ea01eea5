import { expect, it } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import { sinkDomain } from '../machine/log/internal-domain.ts'
import { compileFilter } from './sink-filter.ts'

const all = { names: ['Feature', 'Config', 'ApiKey', 'User', 'Webhook', 'Credential'] }
const event = (domain: string, payload: object = {}) =>
  ({ domain, type: 'CREATED', key: 'a', payload }) as unknown as ChangeEvent

it('a sink that names no domain gets those whose records have no secrets', () => {
  expect([...compileFilter('audit', {}, all).domains]).toEqual(['Feature', 'Config'])
  expect([...compileFilter('audit', { domains: ['ApiKey'] }, all).domains]).toEqual(['ApiKey'])
})

it('a sink copies the snapshots that were ordered for it, and no others', () => {
  const { accept } = compileFilter('audit', { patterns: ['shop:*'] }, all)
  expect([accept(event(sinkDomain, { sink: 'audit' })), accept(event(sinkDomain, { sink: 'search' }))]).toEqual([
    ...[true, false],
  ])
})

it('filters that select the same events have the same hash, and no others do', () => {
  const hash = (filter: object) => compileFilter('audit', filter, all).hash
  expect(hash({ types: ['A', 'B'], patterns: ['x', 'y'], domains: ['User', 'Config'] })).toBe(
    hash({ types: ['B', 'A'], patterns: ['y', 'x'], domains: ['Config', 'User'] }),
  )
  expect(hash({})).toBe(hash({ domains: ['Config', 'Feature'] }))
  expect(new Set([{}, { types: ['A'] }, { patterns: ['A'] }, { domains: ['User'] }].map(hash)).size).toBe(4)
})
