import { addresses } from '../addresses.ts'
import { definePlugin } from '../define-plugin.ts'

/** Rejects requests from addresses outside the list. */
export const ipAddressAllowedList = definePlugin({
  id: 'IpAddressAllowedList',
  name: 'Allowed addresses',
  description: 'Rejects requests from addresses outside the list',
  steps: ['ValidateAccess'],
  categories: ['AccessControl', 'Security'],
  configSchema: addresses,
  defaultConfig: { addresses: [] },
})
