/** A validator of values: any library that implements Standard Schema version 1, https://standardschema.dev. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

/** The result of a validation: the value, or the issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One problem, and its path. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

interface Judged {
  readonly value: unknown
  readonly result: SchemaResult<unknown>
}

/**
 * Creates a validator that caches its result per config value and schema. Throws an `Error` that names the config and
 * every issue, and a `TypeError` for asynchronous schemas, because configs are read synchronously.
 */
export function createValidator() {
  const judged = new WeakMap<StandardSchema, Map<string, Judged>>()

  function judge<Output>(key: string, value: unknown, schema: StandardSchema<Output>): SchemaResult<Output> {
    const byKey = judged.get(schema) ?? new Map<string, Judged>()
    const before = byKey.get(key)
    if (before && Object.is(before.value, value)) return before.result as SchemaResult<Output>
    const result = schema['~standard'].validate(value)
    if (result instanceof Promise) {
      result.catch(() => {}) // the result is unused: avoid an unhandled rejection
      throw new TypeError(`The schema of config ${key} returns a promise: pass a schema that validates synchronously`)
    }
    judged.set(schema, byKey.set(key, { value, result }))
    return result
  }

  return <Output>(key: string, value: unknown, schema: StandardSchema<Output>): Output => {
    const result = judge(key, value, schema)
    if (result.issues)
      throw new Error(`The config ${key} does not match its schema: ${result.issues.map(toText).join('; ')}`)
    return result.value
  }
}

function toText({ message, path = [] }: SchemaIssue): string {
  const steps = path.map((step) => String(typeof step === 'object' ? step.key : step))
  return steps.length > 0 ? `${message} (${steps.join('.')})` : message
}
