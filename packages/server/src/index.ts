export { createServer, type Server, type ServerOptions } from './create-server.ts'
export type { Logger } from './log/logger.ts'
export type { Settings } from './settings.ts'
export {
  type FlagCounts,
  type ImportFailure,
  type ImportFlagsOptions,
  type ImportFlagsReport,
  importFlags,
  type RecordKind,
} from './vendors/import-flags.ts'
export type { Finding, Severity } from './vendors/vendor.ts'
export type { VendorName } from './vendors/vendors.ts'
