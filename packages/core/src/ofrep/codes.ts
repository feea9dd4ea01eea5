/** The error codes of the OpenFeature specification (Types and Data Structures, section 1.7). */
export type OpenFeatureCode =
  | 'PROVIDER_NOT_READY'
  | 'FLAG_NOT_FOUND'
  | 'PARSE_ERROR'
  | 'TYPE_MISMATCH'
  | 'TARGETING_KEY_MISSING'
  | 'INVALID_CONTEXT'
  | 'PROVIDER_FATAL'
  | 'GENERAL'
