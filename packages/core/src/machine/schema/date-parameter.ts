import { Type } from './schema.ts'

/** The schema of an optional query parameter that is a day or a date and time. */
export const dateParameter = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'ISO 8601',
      description: `${description}: a day (\`2026-11-01\`) or a date and time of ISO 8601; without an offset, in the time zone of the service`,
    }),
  )
