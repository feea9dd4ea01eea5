import type { Slice } from '../slice.ts'
import type { Writing } from '../subject.ts'
import type { DocumentInfo } from './openapi.ts'
import { openApi } from './openapi.ts'

/** A service: its slices and the header of its document. */
interface Documented {
  readonly slices: readonly Slice[]
  readonly info: DocumentInfo
}

/** Writes the operations of a service as an OpenAPI document. */
export const documentWriting: Writing<Documented, object> = {
  data: ({ slices, info }) => openApi(slices, info),
}
