import type { PlacedCondition } from '../../conditions/check-conditions.ts'
import type { Condition } from '../../conditions/condition.ts'
import { referencesOf } from '../../conditions/uses.ts'
import type { ApiDefinition } from './api.ts'

/** A condition of an API, with its JSON pointer. */
interface PlacedAudience extends PlacedCondition {
  readonly condition: Condition
}

/** The audiences of an API and of its plans, each with its JSON pointer. */
export function audiencesOf({ documentation = {} }: Pick<ApiDefinition, 'documentation'>): readonly PlacedAudience[] {
  const { audience, plans = [] } = documentation
  const placed = (condition: Condition | undefined, place: string): PlacedAudience[] =>
    condition === undefined ? [] : [{ condition, place }]
  return [
    ...placed(audience, '/documentation/audience'),
    ...plans.flatMap((plan, i) => placed(plan.audience, `/documentation/plans/${i}/audience`)),
  ]
}

/** A segment or feature that an audience refers to. */
export interface AudienceReference {
  readonly to: 'segment' | 'feature'
  readonly id: string
  /** The JSON pointer of the audience. */
  readonly pointer: string
}

/** What the audiences of an API refer to. */
export const audienceReferences = (api: ApiDefinition): readonly AudienceReference[] =>
  audiencesOf(api).flatMap(({ condition, place: pointer }) => {
    const { segments, features } = referencesOf(condition)
    return [
      ...[...segments].map((id): AudienceReference => ({ to: 'segment', id, pointer })),
      ...[...features].map((id): AudienceReference => ({ to: 'feature', id, pointer })),
    ]
  })
