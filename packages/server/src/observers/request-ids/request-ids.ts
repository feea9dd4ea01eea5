import { isRequestId, requestIds } from '@signalbox/gateway/log'
import type { Settings } from '../../settings/settings.ts'
import type { Observer } from '../observer.ts'
import { keepRequestId, REQUEST_ID } from './request-id.ts'

/**
 * Gives each request an id and sends it with the response. Behind trusted proxies, it is the id that they sent, if that is
 * valid.
 */
export function observeRequestIds({ trustProxy }: Pick<Settings, 'trustProxy'>): Observer {
  const nextId = requestIds((bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
  return {
    request(incoming, outgoing) {
      const sent = trustProxy > 0 ? incoming.headers['x-request-id'] : undefined
      const id = typeof sent === 'string' && isRequestId(sent) ? sent : nextId()
      keepRequestId(incoming, id)
      outgoing.setHeader(REQUEST_ID, id)
    },
    unreadableId: nextId,
  }
}
