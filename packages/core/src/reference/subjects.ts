import type { Slice } from '../slice.ts'
import type { Subject } from '../subject.ts'
import { documentDescribed } from './document-described.ts'

/** What a service of these slices describes: its operations, as an OpenAPI document, and what the slices describe by themselves. */
export const subjectsOf = (slices: readonly Slice[]): readonly Subject[] => [
  { ...documentDescribed, open: async () => (await import('./document.ts')).documentWriting },
  ...slices.flatMap(({ described = [] }) => described),
]
