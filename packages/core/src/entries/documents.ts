/**
 * The documents that describe a service, for hosts that serve them: their paths, formats and content, loaded on demand.
 */

export { type Description, type Format, formats, type Subject, type Writing } from '../machine/calls/description.ts'
export { chooseType } from '../machine/net/accept.ts'
export { describeOperation } from '../reference/describe-operation.ts'
export type { DocumentInfo } from '../reference/openapi.ts'
export { subjectsOf } from '../reference/subjects.ts'
