import { failure, problem } from '../machine/errors/errors.ts'
import { isObject, own } from '../machine/json/json.ts'
import { withRules } from '../machine/schema/rules.ts'
import { anyObject, choice, object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'

/** The most changes of one commit. */
export const MOST_CHANGES = 1000

const kind = Type.String({
  description: 'The kind of the record as in paths: `features` for /api/features, `apis` for /api/apis',
})
const ifMatch = Type.Optional(
  Type.String({ description: 'Entity tags, separated by commas: the record must have one of these versions' }),
)
const force = Type.Optional(
  Type.Boolean({ description: 'As `force` of an upload or a delete of this kind', default: false }),
)

const put = object(
  {
    op: Type.Literal('put'),
    kind,
    record: anyObject({ description: 'The whole record, as a line of an upload of this kind' }),
    ifMatch,
    ifNoneMatch: Type.Optional(choice(['*'], { description: 'The record must not exist' })),
    force,
  },
  { description: 'Creates or replaces a record' },
)
const remove = object(
  { op: Type.Literal('delete'), kind, id: Type.String({ minLength: 1 }), ifMatch, force },
  { description: 'Deletes a record' },
)

/** The schema of one change of a commit. */
export const recordChangeSchema = Type.Union([put, remove])

/** Throws TOO_LARGE for more changes than a commit takes. They are counted before they are validated, which takes longer. */
function refuseMany(body: unknown): void {
  const changes = isObject(body) ? own(body, 'changes') : undefined
  if (!Array.isArray(changes) || changes.length <= MOST_CHANGES) return
  throw failure(
    'TOO_LARGE',
    `The call has ${changes.length} changes, and one commit takes at most ${MOST_CHANGES}: send them in several calls, referenced records first`,
    problem('error.items.maximum', MOST_CHANGES),
  )
}

const body = withRules(
  object({ changes: Type.Array(recordChangeSchema, { description: 'In any order; at most 1,000' }) }),
  { refuse: refuseMany },
)

/** The operation that writes records of several kinds at once. */
export const commitContract = {
  commit: operation({
    method: 'POST',
    path: '/api/_commit',
    summary: 'Write up to 1,000 records of any kinds in one commit: all or none',
    access: 'authenticated',
    query: object({
      dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Validates everything, writes nothing' })),
    }),
    body,
    response: object({
      results: Type.Array(
        object({
          kind: Type.String(),
          id: Type.String(),
          change: choice(['created', 'updated', 'unchanged', 'deleted']),
        }),
        { description: 'The result of each change, in the order of the call' },
      ),
    }),
    limit: 'apiBodyLimit',
    abortable: true,
    idempotent: true,
    fails: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'TOO_LARGE'],
  }),
}
