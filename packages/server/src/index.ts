export type { Logger } from './log/logger.ts'
export { createServer, type Server, type ServerOptions } from './serve/create-server.ts'
export type { Settings } from './settings/settings.ts'
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
