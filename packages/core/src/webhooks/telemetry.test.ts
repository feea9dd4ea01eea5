import { describe, expect, it } from 'vitest'
import { openBox } from './open-box.fixture.ts'
import type { WebhookCall } from './telemetry.ts'
import { answering, URL_OF_HOOK } from './webhooks.fixture.ts'

function setUp() {
  const calls: Omit<WebhookCall, 'ms'>[] = []
  const banned: string[] = []
  const opened = openBox({
    telemetry: {
      webhookCalled: ({ ms, ...call }) => {
        expect(ms).toBeGreaterThanOrEqual(0)
        calls.push(call)
      },
      webhookBanned: (webhook) => void banned.push(webhook),
    },
  })
  return { ...opened, calls, banned }
}

describe('telemetry of webhooks', () => {
  it('is told of each delivery, with its outcome and the number of its events', async () => {
    const { hook, write, time, receiver, calls } = setUp()
    await hook()
    await write('a', 'b')
    await time.advance(1000)
    expect(calls).toEqual([{ webhook: 'h', events: 2, status: 204 }])
    receiver.at(URL_OF_HOOK, answering(500))
    await write('c')
    await time.advance(1000)
    const error = 'The receiver responded with status 500'
    expect(calls.slice(1)).toEqual([{ webhook: 'h', events: 1, status: 500, error }])
  })

  it('is told of a test, which delivers no events', async () => {
    const { box, hook, calls } = setUp()
    await hook()
    await box.webhooks.test({ id: 'h' })
    expect(calls).toEqual([{ webhook: 'h', events: 0, status: 204 }])
  })

  it('is told that a webhook is banned after ten failures', async () => {
    const { hook, write, time, receiver, calls, banned } = setUp()
    receiver.at(URL_OF_HOOK, answering(500))
    await hook()
    await write('a')
    await time.advance(3_600_000)
    expect([calls.length, banned]).toEqual([10, ['h']])
  })
})
