/** What access logs share: the writer of lines, and what lines show. Loads nothing else of the gateway. */

export { type Authority, readAuthority } from '../request/host.ts'
export { isRequestId, requestIds } from '../request/request-id.ts'
export { traceIdOf } from '../request/trace.ts'
export { isoTimes } from './iso-times.ts'
export { createLogWriter, type LogWriter } from './log-writer.ts'
export { redactText } from './redact-text.ts'
export { createSampling } from './sampling.ts'
export { truncatedAddress } from './truncated-address.ts'
