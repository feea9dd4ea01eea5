import type { Slice } from '../slice.ts'
import type { Writing } from '../subject.ts'
import type { DocumentInfo } from './openapi.ts'
import { openApi } from './openapi.ts'

/** A service that has operations, and what its document says of it. */
interface Documented {
  readonly slices: readonly Slice[]
  readonly info: DocumentInfo
}

/** The operations of a service, as an OpenAPI document. */
export const documentWriting: Writing<Documented, object> = {
  data: ({ slices, info }) => openApi(slices, info),
}
