import { expect, test } from 'vitest'
import { sentenceText } from '../../log/event-sentence.ts'
import { bannedHooks, dueCredentials, expiringCredentials, nextChange, oldDraft, skewedExperiments } from './needs.ts'

const said = (needs: readonly { readonly sentence: Parameters<typeof sentenceText>[0] }[]) =>
  needs.map(({ sentence }) => sentenceText(sentence))

test('only what needs attention is listed, with its way out', async () => {
  const released: string[] = []
  const hooks = [{ clientId: 'sync', isBanned: true }, { clientId: 'fine' }]
  const [need] = bannedHooks(hooks, (id) => async () => released.push(id))
  await need!.action!.run()
  expect([need!.to, need!.action!.label]).toEqual(['/hooks/sync', 'Let sync deliver again'])
  expect(released).toEqual(['sync'])
  expect(bannedHooks(hooks, () => undefined)[0]).not.toHaveProperty('action')
  expect(said(bannedHooks(hooks, () => undefined))).toEqual([
    'The webhook sync gets no more events: its deliveries are stopped.',
  ])
  expect(
    said(
      skewedExperiments([
        { id: 'cta', sampleRatioMismatch: { p: 0.00021, alarm: true } },
        { id: 'ok', sampleRatioMismatch: { p: 0.7, alarm: false } },
      ]),
    ),
  ).toEqual([
    'Clients of the experiment cta don’t match its configured traffic (p-value 0.00021). Don’t trust its results.',
  ])
  expect(said(dueCredentials([{ clientId: 'app', rotationDue: true }, { clientId: 'new' }]))).toHaveLength(1)
})

const DAY = 86_400_000

test('credentials are listed thirty days before they expire, the first to expire first', () => {
  const now = Date.UTC(2027, 0, 1)
  const credentials = [
    { clientId: 'later', validUntil: now + 31 * DAY },
    { clientId: 'soon', validUntil: now + 30 * DAY },
    { clientId: 'first', validUntil: now + DAY },
    { clientId: 'over', validUntil: now - 1 },
    { clientId: 'off', validUntil: now + DAY, enabled: false },
    { clientId: 'forever' },
  ]
  expect(said(expiringCredentials(credentials, now, (at) => new Date(at).toISOString().slice(0, 10)))).toEqual([
    'The credential first expires on 2027-01-02. Extend or replace it.',
    'The credential soon expires on 2027-01-31. Extend or replace it.',
  ])
})

test('a draft is old after seven days without a change', () => {
  const now = Date.UTC(2027, 0, 31)
  const draft = (age: { saved?: number; before?: number }) =>
    said([oldDraft('billing', { saved: undefined, before: undefined, now, ...age }) ?? { sentence: [] }])
  expect(draft({ saved: now - 12.5 * DAY })).toEqual([
    'The draft of the API billing hasn’t changed for 12 days. Publish or discard it.',
  ])
  expect(draft({ before: now - 8 * DAY })).toEqual([
    'The draft of the API billing hasn’t changed for at least 8 days. Publish or discard it.',
  ])
  expect(draft({ saved: now - 7 * DAY + 1 })).toEqual([''])
  expect(draft({})).toEqual([''])
})

test('the next change of a feature is found to the second, within a week', () => {
  const now = Date.UTC(2027, 0, 1)
  const from = now + 3 * 86_400_000 + 1_234_000
  expect(nextChange((at) => at >= from, now)).toEqual({ at: expect.toSatisfy((at) => at - from < 1000), active: true })
  expect(nextChange((at) => at >= from + 6 * 86_400_000, now)).toBeUndefined()
  expect(nextChange(() => undefined, now)).toBeUndefined()
})
