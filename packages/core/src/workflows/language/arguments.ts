import { type Problem, problem } from '../../machine/errors/errors.ts'
import { escapePointer } from '../../machine/json/json.ts'
import type { TSchema } from '../../machine/schema/schema.ts'
import type { Operator } from '../operators/operator.ts'

interface Members {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

/** Replaces the type problem of a value that should be an object by one that lists the expected members. */
export function withMembers(
  schema: TSchema,
  problems: Readonly<Record<string, readonly Problem[]>>,
): Readonly<Record<string, readonly Problem[]>> {
  const { type, properties = {}, required = [] } = schema as Members
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name} (optional)`))
  if (type !== 'object' || names.length === 0 || !problems['']) return problems
  const told = problems[''].map((one) => (one.message === 'error.type' ? problem('error.members', ...names) : one))
  return { ...problems, '': told }
}

/** Expands the short form of arguments: a list stands for the member named by `alone`. */
export const inFull = ({ alone }: Pick<Operator, 'alone'>, given: unknown): unknown =>
  alone !== undefined && Array.isArray(given) ? { [alone]: given } : given

/** Returns the schema that arguments must fit as they are written, and the pointer to them. */
export function writtenAs({ name, args, alone }: Operator, written: unknown): { schema: TSchema; place: string } {
  const place = `/${escapePointer(name)}`
  const member = alone !== undefined && Array.isArray(written) ? (args as Members).properties?.[alone] : undefined
  return { schema: member ?? args, place }
}
