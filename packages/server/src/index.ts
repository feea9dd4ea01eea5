export {
  type Finding,
  type FlagCounts,
  type ImportFailure,
  type ImportFlagsOptions,
  type ImportFlagsReport,
  importFlags,
  type RecordKind,
  type Severity,
  type VendorName,
} from '@signalbox/migrate'
export type { Logger } from './log/logger.ts'
export { createServer, type Server, type ServerOptions } from './serve/create-server.ts'
export type { Settings } from './settings/settings.ts'
