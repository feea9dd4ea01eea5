import { failureSentence } from '../../calls/failures.ts'
import { confirmed } from '../../confirm/question.ts'
import { type AnyRecord, kindOf, pathOf } from '../../kinds/kinds.ts'
import { restoring } from '../../kinds/restoring.ts'
import { toast } from '../../notices/toasts.ts'
import { navigate } from '../../place/place.ts'
import { operationsOf } from '../../records/operations.ts'
import { restorable } from '../../saving/restorable.ts'
import { memberLabel } from '../../values/member-label.ts'
import { listed } from '../../words/words.ts'
import { randomPassword } from '../access/passwords/random-secret.ts'
import { showPassword } from '../access/passwords/show-password.ts'

/** The most members that a sentence names. */
const MOST_NAMED = 5

/** What does not come back with a deleted record, in sentences. */
export function lacksOf(domain: string, payload: object): readonly string[] {
  const kind = kindOf(domain)
  const { served, lacks } = (kind && restoring[kind]) ?? {}
  const { again } = restorable(payload, served)
  const named = again.slice(0, MOST_NAMED).map(memberLabel)
  const more = again.length > MOST_NAMED ? [`${again.length - MOST_NAMED} more`] : []
  return [
    ...(lacks === undefined ? [] : [lacks]),
    ...(again.length === 0 ? [] : [`The log has no secrets: type these again: ${listed([...named, ...more])}.`]),
  ]
}

/** Creates a deleted record again, from what the log or the page has of it, and shows it. Says what is missing. */
export async function restoreRecord(domain: string, id: string, payload: object): Promise<void> {
  const kind = kindOf(domain)
  if (!kind) return
  const because = await confirmed([id], { title: `Restore ${id}?`, action: 'Restore' })
  if (!because) return
  const { body } = restorable(payload, restoring[kind]?.served)
  const password = kind === 'users' ? randomPassword() : undefined
  const whole = { ...body, ...(password !== undefined && { password, temporary: true }) } as AnyRecord
  try {
    await operationsOf(kind).create({ body: whole }, because)
    toast([`${id} is restored.`, ...lacksOf(domain, payload)].join(' '))
    if (password !== undefined) showPassword(id, { password, temporary: true })
    navigate(pathOf(kind, id))
  } catch (error) {
    toast(failureSentence(error), { aspect: 'danger' })
  }
}
