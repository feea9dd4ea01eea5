import type { Subject } from '../subject.ts'
import { asData } from '../subject.ts'

/** The paths where every service serves its OpenAPI document. Marked as pure, so that clients are built without it. */
export const documentDescribed: Omit<Subject, 'open'> = /* @__PURE__ */ (() => ({
  descriptions: [
    {
      name: 'openapi',
      path: '/apis/openapi',
      formats: ['json', 'yaml'],
      summary: 'This document, as JSON or YAML, whichever is accepted with the higher quality',
    },
    ...asData('openapi', '/apis/openapi', 'This document'),
    {
      name: 'openapiUi',
      path: '/apis/openapi/ui',
      formats: ['html'],
      summary: 'This document as a page that operations can be tried on',
      mayBeMissing: true, // its script is not part of this package
    },
  ],
  schema: { type: 'object', description: 'OpenAPI 3.1' } as Subject['schema'],
}))()
