import { Type } from '../machine/schema/schema.ts'
import { settings } from './settings.ts'

/** The configuration of a list of addresses. */
export const addresses = settings({
  addresses: Type.Optional(
    Type.Array(
      Type.String({
        format: 'IP address or range',
        description: 'An address, a range in CIDR form (`10.0.0.0/8`), or one with wildcards (`10.0.*`)',
      }),
    ),
  ),
})
