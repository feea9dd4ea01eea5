import { defineCode } from '../../plugin-api/define-code.ts'
import { type RemovedHeaders, removable } from '../shared/removed-headers.ts'

/** Removes headers of the request to the backend. */
export const removeHeadersIn = defineCode<RemovedHeaders>({
  stage: 'request',
  compile(config) {
    const names = removable(config)
    return {
      request({ out }) {
        for (const name of names) out.remove(name)
        return undefined
      },
    }
  },
})
