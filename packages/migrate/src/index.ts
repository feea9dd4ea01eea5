export {
  type FlagCounts,
  type ImportFailure,
  type ImportFlagsOptions,
  type ImportFlagsReport,
  importFlags,
  type RecordKind,
} from './vendors/import-flags.ts'
export { reportLines } from './vendors/report-lines.ts'
export type { Finding, Severity } from './vendors/vendor.ts'
export type { VendorName } from './vendors/vendors.ts'
