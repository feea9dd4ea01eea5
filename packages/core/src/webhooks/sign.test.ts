import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newSecret, signatureHeaders } from './sign.ts'

const bytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

describe('a signature', () => {
  it.each(['{"objectsEdited":[]}', '{"a":"é 你 😀"}', ''])('is one that Standard Webhooks verifies: %s', (body) => {
    const secret = newSecret(bytes)
    const headers = signatureHeaders(secret, { id: 'msg_1', at: Date.now(), body })
    const verify = (text: string) => new Webhook(secret).verify(text, headers)
    expect(() => verify(`${body} `)).toThrow('No matching signature found')
    if (body !== '') expect(verify(body)).toEqual(JSON.parse(body))
  })

  it('is that of the published example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const body = '{"test": 2432232314}'
    expect(signatureHeaders(secret, { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1614265330_999, body })).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('works with secrets of any allowed length', () => {
    for (const length of [24, 32, 64]) {
      const secret = `whsec_${btoa(String.fromCharCode(...bytes(length)))}`
      const headers = signatureHeaders(secret, { id: 'msg_1', at: Date.now(), body: '{}' })
      expect(new Webhook(secret).verify('{}', headers)).toEqual({})
    }
  })
})
