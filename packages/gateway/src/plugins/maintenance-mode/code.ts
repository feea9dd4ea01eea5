import { defineCode } from '../../plugin-api/define-code.ts'
import type { Refused } from '../../plugin-api/refused.ts'

/** Refuses every request: the service is in maintenance. */
export const maintenanceMode = defineCode<{ readonly retry_after?: number }>({
  stage: 'answer',
  compile({ retry_after }) {
    const refused: Refused = {
      refuse: 'errors.service.in.maintenance',
      ...(retry_after !== undefined && { headers: ['Retry-After', String(retry_after)] }),
    }
    return { request: () => refused }
  },
})
