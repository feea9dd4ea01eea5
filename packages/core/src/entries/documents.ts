/** What a service says about itself, for hosts that answer with it: where, in which forms, and the documents once they are asked for. */
export { chooseType } from '../accept.ts'
export type { DocumentInfo } from '../reference/openapi.ts'
export { subjectsOf } from '../reference/subjects.ts'
export { type Description, type Format, formats, type Subject, type Writing } from '../subject.ts'
