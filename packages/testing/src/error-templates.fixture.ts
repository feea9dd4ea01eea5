import fc from 'fast-check'
import { goodId, json, maybeId } from './arbitraries.fixture.ts'

const html = fc.constantFrom('', '<h1>${message}</h1>', '${status} ${cause} ${errorId} ${other}')
const cause = fc.constantFrom(
  'errors.service.not.found',
  'errors.service.in.maintenance',
  'errors.*',
  'own',
  '(',
  '__proto__',
)
const texts = fc.dictionary(fc.oneof(cause, fc.constantFrom('message-404', 'message-503')), html, { maxKeys: 3 })

/** Error templates, some of them invalid. */
export const maybeErrorTemplate: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        serviceId: fc.oneof({ arbitrary: goodId, weight: 5 }, maybeId),
        name: fc.string(),
        template40x: html,
        template50x: html,
        templateBuild: html,
        templateMaintenance: html,
        genericTemplates: texts,
        messages: texts,
      },
      { requiredKeys: ['serviceId'] },
    ),
  },
  json,
)

/** Inputs of a preview. */
export const errorCase = fc.record(
  {
    status: fc.constantFrom(404, 500, 200),
    cause,
    message: fc.string(),
    accept: fc.constantFrom('text/html', 'application/json', '*/*'),
  },
  { requiredKeys: [] },
)
