/** What checks and shapes a value: any library that follows the Standard Schema, https://standardschema.dev, version 1. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

/** What came of a validation: the value, or what is wrong with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One thing that is wrong, and where. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

interface Judged {
  readonly value: unknown
  readonly result: SchemaResult<unknown>
}

/**
 * Validates values of configs, each once for a schema: what it made of a value is answered until there is another. Throws an `Error` that names
 * the config and every issue, and a `TypeError` for a schema that answers later: a config is there at once.
 */
export function createValidator() {
  const judged = new WeakMap<StandardSchema, Map<string, Judged>>()

  function judge<Output>(key: string, value: unknown, schema: StandardSchema<Output>): SchemaResult<Output> {
    const byKey = judged.get(schema) ?? new Map<string, Judged>()
    const before = byKey.get(key)
    if (before && Object.is(before.value, value)) return before.result as SchemaResult<Output>
    const result = schema['~standard'].validate(value)
    if (result instanceof Promise) {
      result.catch(() => {}) // nobody waits for it
      throw new TypeError(`The schema of config ${key} answers with a promise: pass one that validates synchronously`)
    }
    judged.set(schema, byKey.set(key, { value, result }))
    return result
  }

  return <Output>(key: string, value: unknown, schema: StandardSchema<Output>): Output => {
    const result = judge(key, value, schema)
    if (result.issues)
      throw new Error(`The config ${key} does not fit its schema: ${result.issues.map(toText).join('; ')}`)
    return result.value
  }
}

function toText({ message, path = [] }: SchemaIssue): string {
  const steps = path.map((step) => String(typeof step === 'object' ? step.key : step))
  return steps.length > 0 ? `${message} (${steps.join('.')})` : message
}
