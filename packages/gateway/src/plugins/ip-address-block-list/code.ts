import { compileAddresses } from '../../addresses/compile-addresses.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Refused } from '../../plugin-api/refused.ts'

interface Config {
  readonly addresses: readonly string[]
}

const forbidden: Refused = { refuse: 'errors.address.forbidden' }

/** Refuses the addresses of a list, and clients whose address the host does not tell. An empty list admits everyone. */
export const ipAddressBlockList = defineCode<Config>({
  stage: 'admit',
  compile({ addresses }) {
    if (addresses.length === 0) return {}
    const isListed = compileAddresses(addresses)
    return { request: ({ address }) => (address === '' || isListed(address) ? forbidden : undefined) }
  },
})
