import { compileAddresses } from '../../addresses/compile-addresses.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Refused } from '../../plugin-api/refused.ts'

interface Config {
  readonly addresses: readonly string[]
}

const forbidden: Refused = { refuse: 'errors.address.forbidden' }

/** Admits the addresses of a list. An empty list admits nobody. */
export const ipAddressAllowedList = defineCode<Config>({
  stage: 'admit',
  compile({ addresses }) {
    const isListed = compileAddresses(addresses)
    return { request: ({ address }) => (isListed(address) ? undefined : forbidden) }
  },
})
