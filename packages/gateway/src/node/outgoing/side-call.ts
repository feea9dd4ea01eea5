import { CallFailedError, type Send } from '../../backend/send.ts'
import { joined } from '../../backend/transforms.ts'
import type { HeaderList } from '../../headers/header-list.ts'
import type { Pools } from './pools.ts'
import { BackendCall, type Receiver } from './undici.ts'

/** The gateway calls for itself. */
const itself = { address: '' }

/** Calls targets over pools. */
export const sideCall =
  (pools: Pools): Send =>
  ({ backend, target, most, ...request }) =>
    new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = []
      let length = 0
      let head: { readonly status: number; readonly headers: HeaderList } = { status: 0, headers: [] }
      const receiver: Receiver = {
        informed() {},
        head(status, headers) {
          head = { status, headers }
        },
        data(chunk) {
          length += chunk.length
          if (length <= most) chunks.push(chunk)
          else {
            call.abort()
            resolve({ ...head, body: undefined })
          }
        },
        end: () => resolve({ ...head, body: joined(chunks) }),
        failed: (failure, wasSent) => reject(new CallFailedError(failure, wasSent)),
      }
      const call = new BackendCall(pools.of(backend, target), receiver, itself)
      call.send(request)
    })
