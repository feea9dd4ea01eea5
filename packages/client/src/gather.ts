import type { Call } from '@signalbox/core/wire'
import { iterable } from '@signalbox/core/wire'
import type { RemoteOperation } from './row.ts'

/** Returns an upload's call with all lines sent in one piece, because not every browser can stream a request body. */
export const gathered = (operation: RemoteOperation, toCall: (operation: RemoteOperation) => Call): Call => {
  const call = toCall({ ...operation, body: {}, raw: {} })
  return async (given, options) => {
    const { body, ...input } = given ?? {}
    let lines = ''
    for await (const record of iterable(body)) lines += `${JSON.stringify(record)}\n`
    const bytes = new TextEncoder().encode(lines)
    return call({ ...input, body: { mediaType: 'application/nd-json', bytes } }, options)
  }
}
