import { randomInt } from 'node:crypto'
import type { OwnGatewayKey } from '@signalbox/core'
import { toGrant } from '../gateway-workflows.ts'
import type { Settings } from '../settings.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz23456789'

/** Makes the gateway key of the workers of this process. It is valid while the process runs. */
export function ownKey({ gatewayGrants }: Pick<Settings, 'gatewayGrants'>): OwnGatewayKey {
  const secret = Array.from({ length: 52 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return { key: `sbxg_server~workers_${secret}`, grants: gatewayGrants.map(toGrant) }
}
