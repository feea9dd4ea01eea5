import { SignalboxError } from '@signalbox/core/errors'
import { messagePage } from '../pages/own/entry-pages.ts'
import { linkToOwn } from '../pages/own/forms.ts'
import { readForm, type Values } from './form-body.ts'
import { isToken, type Once } from './once.ts'
import { problemsOf, statusOf } from './problems.ts'
import type { Reply } from './reply.ts'
import { type Act, actOf, type Result, type Screen, showTo, type Visit } from './screen.ts'
import { askToSignIn, resumed } from './session-ended.ts'
import { locationOf } from './ways.ts'

/** Where a form was sent to. */
interface Sent {
  readonly screen: Screen
  readonly once: Once
  /** The tokens that the browser has sent before. */
  readonly known: readonly string[]
}

/** Lets a form take effect, once. */
export async function posted(request: Request, visit: Visit, { screen, once, known }: Sent): Promise<Reply> {
  const body = await readForm(request)
  if ('problem' in body) return notSent(body.problem, body.status)
  const { _act = '', _once: token, ...values } = body.values
  const act = actOf(screen, _act, visit)
  if (act === 'signed-out') return { page: askToSignIn(visit, values) }
  if (!act || !isToken(token)) return notSent('The form is incomplete. Open the page again and use the form there.')
  const unknown = Object.keys(values).find((name) => !isFieldOf(act, name))
  if (unknown !== undefined)
    return notSent(
      `The form has the unknown field ${unknown.slice(0, 100)}. Open the page again and use the form there.`,
    )
  if (once.isSpent(token, known)) return alreadySent(act, visit)
  once.spend(token)
  try {
    const result = await act.run(values)
    if (result.kind !== 'failed') return { ...((await resumed(visit, values, result)) ?? replyOf(result)), once: token }
    once.forget(token)
    return again(result.error, visit, { screen, act, values: result.values })
  } catch (error) {
    once.forget(token)
    if (!(error instanceof SignalboxError)) throw error
    const isOver = error.code === 'UNAUTHENTICATED' && !screen.isOpen && !(await visit.find())
    if (isOver) return { page: askToSignIn(visit, values) }
    return again(error, visit, { screen, act, values })
  }
}

/** A form of a page, for its visitor. */
type Bound = Omit<Act, 'run'> & { run(values: Values): Promise<Result> }

const notSent = (text: string, status = 400): Reply => ({
  page: messagePage(status, 'The form was not accepted', { text }),
})

const isFieldOf = ({ fields }: Bound, name: string): boolean =>
  fields.some((one) => (one.endsWith('.') ? name.startsWith(one) : name === one))

function replyOf(result: Exclude<Result, { kind: 'failed' }>): Reply {
  if (result.kind === 'page') return { page: result.page }
  return { go: result.to, ...(result.session !== undefined && { session: result.session }) }
}

/** A form that was sent already has no effect; a secret is not shown again. */
function alreadySent({ spent }: Bound, { place }: Visit): Reply {
  const { here = '' } = place
  const path = here.startsWith('~') ? here.replace(/\?.*$/s, '') : '~/applications/'
  if (spent === undefined) return { go: `${path}?done=sent` }
  const to = path.startsWith('~/sign-up')
    ? ([linkToOwn(place, ['sign-in']), 'Sign in'] as const)
    : ([locationOf(place.depth, path), 'Continue'] as const)
  return { page: messagePage(409, 'This form was already sent', { text: spent, to }) }
}

/** What the sender of a form can mend. Other failures are not about the form. */
const mendable: ReadonlySet<string> = new Set([
  'INVALID',
  'CONFLICT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
])

/** The form again, with what was typed and what is wrong. */
async function again(
  error: SignalboxError,
  visit: Visit,
  { screen, act, values }: { readonly screen: Screen; readonly act: Bound; readonly values: Values },
): Promise<Reply> {
  if (!mendable.has(error.code) && !act.tells?.includes(error.code)) throw error
  const names = [...act.fields.filter((one) => !one.endsWith('.')), ...Object.keys(values)]
  const problems = problemsOf(error, names, act)
  const kept = values._keep === undefined ? {} : { kept: values._keep }
  const page = await showTo(screen, visit, { token: visit.next(), values, problems, ...kept })
  if (typeof page === 'string') return { go: page }
  return { page: { ...page, status: statusOf(error) }, retryAfter: error.retryAfter }
}
