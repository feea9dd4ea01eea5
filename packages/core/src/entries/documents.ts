/**
 * The documents that describe a service, for hosts that serve them: their paths, formats and content, loaded on demand.
 */
export { chooseType } from '../accept.ts'
export { describeOperation } from '../reference/describe-operation.ts'
export type { DocumentInfo } from '../reference/openapi.ts'
export { subjectsOf } from '../reference/subjects.ts'
export { type Description, type Format, formats, type Subject, type Writing } from '../subject.ts'
