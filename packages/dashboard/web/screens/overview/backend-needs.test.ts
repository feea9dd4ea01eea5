import { expect, test } from 'vitest'
import { sentenceText } from '../../log/event-sentence.ts'
import { brokenBackends, type ListedBackend } from './backend-needs.ts'

const usable = { target: 'a:80', state: 'usable' }
const red = { target: 'b:80', state: 'unhealthy', why: '3 failed checks in a row, the last one: status 500' }
const open = { target: 'c:80', state: 'open', why: 'too many failures, the last one: connection refused' }

const backend = (members: Partial<ListedBackend> = {}): ListedBackend => ({
  ...{ api: 'billing', draft: false, backend: 'main', stored: false, isPanicking: false, targets: [usable, red] },
  ...members,
})

const said = (...backends: ListedBackend[]) => brokenBackends(backends).map(({ sentence }) => sentenceText(sentence))

test('a target that gets no requests is named with its backend, its API and the reason', () => {
  expect(said(backend())).toEqual([
    'The target b:80 of the backend main of the API billing gets no requests: its health checks fail (3 failed checks in a row, the last one: status 500).',
  ])
  expect(said(backend({ targets: [{ target: 'b:80', state: 'ejected' }] }))).toEqual([
    'The target b:80 of the backend main of the API billing gets no requests: too many requests failed in a row.',
  ])
})

test('a target whose last health check failed is a warning before it gets no requests', () => {
  const failing = { ...usable, why: 'the last check failed: connection refused' }
  expect(said(backend({ targets: [failing, usable] }))).toEqual([
    'The target a:80 of the backend main of the API billing still gets requests, but the last check failed: connection refused.',
  ])
  expect(brokenBackends([backend({ targets: [failing] })])).toMatchObject([{ aspect: 'caution', word: 'Warning' }])
})

test('targets that rest on purpose are not needs', () => {
  const resting = ['drained', 'idle'].map((state) => ({ target: 'd:80', state }))
  expect(said(backend({ targets: [usable, ...resting] }))).toEqual([])
})

test('a backend with too few usable targets is one need, since its broken targets get requests', () => {
  expect(said(backend({ isPanicking: true, targets: [usable, red, { ...red, target: 'e:80' }, open] }))).toEqual([
    'Fewer than half of the targets of the backend main of the API billing are answering, so broken targets get requests, too: b:80, its health checks fail (3 failed checks in a row, the last one: status 500); e:80, its health checks fail (3 failed checks in a row, the last one: status 500).',
    'The target c:80 of the backend main of the API billing gets no requests: its circuit is open (too many failures, the last one: connection refused).',
  ])
  const many = Array.from({ length: 12 }, (_, at) => ({ target: `t${at}`, state: 'unhealthy' }))
  expect(said(backend({ isPanicking: true, targets: many }))[0]).toMatch(/t4, its health checks fail; and 7 more\.$/)
})

test('a stored backend is listed once, however many APIs and data planes use it', () => {
  const stored = (api: string, draft = false) => backend({ api, draft, backend: 'orders', stored: true })
  expect(said(stored('billing'), stored('shop'), stored('billing'))).toEqual([
    'The target b:80 of the backend orders gets no requests: its health checks fail (3 failed checks in a row, the last one: status 500).',
  ])
  expect(brokenBackends([stored('billing', true), stored('shop')])).toMatchObject([
    { aspect: 'danger', to: '/gateway/backends/orders' },
  ])
})

test('a backend that only a draft uses is less urgent', () => {
  expect(brokenBackends([backend({ draft: true })])).toMatchObject([
    { aspect: 'caution', word: 'Draft', to: '/gateway/apis/billing?part=backends' },
  ])
})
