import { expect, it } from 'vitest'
import { fakeExchange } from '../pipeline/exchange.fixture.ts'
import { compiled } from '../plugins/compiled.fixture.ts'
import { twinDropper } from './drop-twins.ts'

const headers = ['X_Client_Id', 'a', 'x-client_id', 'b', 'X-Client-Id', 'c', 'X_Token', 'd', 'X_Other', 'e']

/** The headers that the backend gets. */
function forwarded(plugin: string, config: object): readonly string[] {
  const exchange = fakeExchange({ headers })
  void compiled(plugin, { mandatory: false, ...config }).request!(exchange)
  return exchange.out.list.filter((_, i) => i % 2 === 0)
}

it('twins of the headers that a slot reads as credentials are dropped', () => {
  const extractors = { client_id_header: 'X-Client-Id', client_secret_header: 'X-Client-Secret' }
  expect(forwarded('ApikeyCalls', { extractors })).toEqual(['X-Client-Id', 'X_Token', 'X_Other'])
  const jwt = { secret: 'a secret of more than thirty-two bytes', header: 'X-Token' }
  expect(forwarded('JwtUserExtractor', jwt)).toEqual(['X_Client_Id', 'x-client_id', 'X-Client-Id', 'X_Other'])
})

it('nothing is compiled for names whose twins are dropped for every route, or that have none', () => {
  expect(twinDropper(['Gateway-Client-Id', 'Gateway-Client-Secret', 'Authorization'])).toBeUndefined()
})
