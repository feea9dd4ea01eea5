import { randomBytes } from 'node:crypto'
import type { Store } from '@signalbox/core'
import { loadCookieKey } from '@signalbox/core/gateway'

/** Loads the key that signs cookies of the gateway, which all processes on a store share. */
export const loadGatewaySecret = (store: Store): Promise<Uint8Array> => loadCookieKey(store, randomBytes)
