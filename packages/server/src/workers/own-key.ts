import { randomInt } from 'node:crypto'
import type { OwnGatewayKey } from '@signalbox/core'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz23456789'

/** Makes the gateway key of the workers of this process. It is valid while the process runs. */
export function ownKey(): OwnGatewayKey {
  const secret = Array.from({ length: 52 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return { key: `sbxg_server~workers_${secret}` }
}
