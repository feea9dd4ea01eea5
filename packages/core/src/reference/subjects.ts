import type { Subject } from '../machine/calls/description.ts'
import type { Slice } from '../slice.ts'
import { documentDescribed } from './document-described.ts'

/** All descriptions that a service serves: its OpenAPI document, and the descriptions of its slices. */
export const subjectsOf = (slices: readonly Slice[]): readonly Subject[] => [
  { ...documentDescribed, open: async () => (await import('./openapi.ts')).documentWriting },
  ...slices.flatMap(({ described = [] }) => described),
]
