import { addresses } from '../addresses.ts'
import { definePlugin } from '../define-plugin.ts'

/** Rejects requests from addresses in the list. */
export const ipAddressBlockList = definePlugin({
  id: 'IpAddressBlockList',
  name: 'Blocked addresses',
  description: 'Rejects requests from addresses in the list',
  steps: ['ValidateAccess'],
  categories: ['AccessControl', 'Security'],
  configSchema: addresses,
  defaultConfig: { addresses: [] },
})
