import type { ChangeEvent } from '@signalbox/core/contract'
import type { Piece } from '../kinds/pieces.ts'
import type { MemberChange } from '../values/changes.ts'
import { memberWords } from './member-words.ts'

/** The verbs for what happens to a plan, by its new status. */
const planVerbs: Readonly<Record<string, string>> = {
  published: 'published',
  deprecated: 'deprecated',
  closed: 'closed',
  staging: 'withdrew',
}

/** A change of one member that has words of its own, beginning with the verb; `undefined` for all others. */
export function specialChange(
  { pointer, now }: MemberChange,
  { domain, key, payload, authInfo }: ChangeEvent,
  record: Piece,
): readonly Piece[] | undefined {
  if (domain === 'User' && pointer === '/temporary' && now !== true)
    return [' set a permanent password', ...(authInfo?.id === key ? [] : [' for ', record])]
  const [plan] = /^\/documentation\/plans\/\d+(?=\/status$)/.exec(pointer) ?? []
  if (domain === 'Api' && plan !== undefined && typeof now === 'string' && Object.hasOwn(planVerbs, now))
    return [` ${planVerbs[now]} ${memberWords(plan, payload)} of `, record]
  return undefined
}
