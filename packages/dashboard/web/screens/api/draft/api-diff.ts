import type { MemberChange } from '../../../records/drafts.ts'
import { below, stepsOf } from '../../../values/pointer.ts'
import type { ApiChange } from './draft-changes.ts'

/** What happened to a part, as a sign. The sentence says it, too. */
export const signs = { added: '+', removed: '−', changed: '~' } as const satisfies Record<ApiChange['change'], string>

/** How many steps of a pointer lead to the part that a change is about. */
const depths = {
  ...{ api: 0, route: 2, backend: 2, flow: 2, 'client settings': 2, client: 2 },
  ...{ plan: 3, documentation: 2 },
} as const satisfies Record<ApiChange['what'], number>

/** The changed members of a part, by their places in it. A part that is new or gone is one change. */
export const membersOf = ({ what, id, change, members }: ApiChange): readonly MemberChange[] =>
  members.map(({ pointer, from, to }) => ({
    pointer: change === 'changed' ? placeIn(what, pointer) || pointer : below('', id),
    was: from,
    now: to,
  }))

const placeIn = (what: ApiChange['what'], pointer: string): string =>
  stepsOf(pointer).slice(depths[what]).reduce(below, '')
