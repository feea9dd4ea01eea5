import type { Store } from '../../ports.ts'
import type { Signalbox } from '../../signalbox.ts'
import { showCredential } from '../../subscriptions/credential-view.ts'
import { standingOf } from '../../subscriptions/rotation.ts'
import { reasonAgainst } from '../../subscriptions/verify.ts'
import { createLiveConsumers, type LiveConsumers } from './live-consumers.ts'
import { followed } from './source.fixture.ts'

/** Consumers that follow a box. Call `caughtUp` to apply everything up to now. */
export async function followConsumers({ box, store }: { box: Signalbox; store: Pick<Store, 'head'> }) {
  const consumers = createLiveConsumers()
  return { consumers, ...(await followed(box, store.head, consumers.apply)) }
}

/** Verifies a client id and secret as a data plane does. */
export function verifyLive(consumers: LiveConsumers, clientId: string, secret: string | undefined, now: number) {
  const found = consumers.findCredential(clientId)
  if (!found) return { isValid: false, reason: 'unknown' }
  const standing = secret === undefined ? undefined : standingOf(secret, found.credential.secrets, now)
  const reason = reasonAgainst(found, standing, now)
  if (reason) return { isValid: false, reason }
  return { isValid: true, credential: showCredential(found.credential, now), subscription: found.subscription }
}
