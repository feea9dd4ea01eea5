import { defineCode } from '../../plugin-api/define-code.ts'
import type { Refused } from '../../plugin-api/refused.ts'

const underConstruction: Refused = { refuse: 'errors.service.under.construction' }

/** Refuses every request: the service is under construction. */
export const buildMode = defineCode({
  stage: 'answer',
  compile: () => ({ request: () => underConstruction }),
})
