import { expect, it } from 'vitest'
import { lossIn } from './loss-in.ts'

it('a record with secrets cannot be created again as it was', () => {
  const backend = (tls_config: object) => ({ id: 'orders', backend: { targets: [], tls_config } })
  const losses = { lossOfSecrets: 'Its secrets are lost.' }
  expect(lossIn(losses, [backend({ key: '********' })])).toBe('Its secrets are lost.')
  expect(lossIn(losses, [undefined, backend({ verify: true })])).toBeUndefined()
  expect(lossIn({}, [backend({ key: '********' })])).toBeUndefined()
  expect(lossIn({ loss: 'Its results are lost.' }, [])).toBe('Its results are lost.')
})
