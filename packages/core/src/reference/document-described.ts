import { asData, type Subject } from '../machine/calls/description.ts'

/** The paths where every service serves its OpenAPI document. Marked as pure, so that clients are built without it. */
export const documentDescribed: Omit<Subject, 'open'> = /* @__PURE__ */ (() => ({
  descriptions: [
    {
      name: 'openapi',
      path: '/apis/openapi',
      formats: ['json', 'yaml'],
      summary: 'Get this document as JSON or YAML, by the Accept header',
    },
    ...asData('openapi', '/apis/openapi', 'This document'),
    {
      name: 'openapiUi',
      path: '/apis/openapi/ui',
      formats: ['html'],
      summary: 'Open this document as a page to try operations',
      mayBeMissing: true, // its script is not part of this package
    },
  ],
  schema: { type: 'object', description: 'OpenAPI 3.1' } as Subject['schema'],
}))()
