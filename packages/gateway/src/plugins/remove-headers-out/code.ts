import { defineCode } from '../../plugin-api/define-code.ts'
import { type RemovedHeaders, removable } from '../shared/removed-headers.ts'

/** Removes headers of the response. */
export const removeHeadersOut = defineCode<RemovedHeaders>({
  stage: 'request',
  compile(config) {
    const names = removable(config)
    return {
      response(_, { headers }) {
        for (const name of names) headers.remove(name)
        return undefined
      },
    }
  },
})
