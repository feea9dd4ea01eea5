import type { Condition } from '@signalbox/core/evaluate'
import { ConditionField } from '../../condition/ConditionField.tsx'
import type { PartProps } from './part-props.ts'

/** Who can read the documentation in the portal. */
export function AudiencePart({ documentation, problems, edit }: PartProps) {
  const { audience } = documentation as { readonly audience?: Condition }
  return (
    <>
      <ConditionField
        title="Who can read"
        without="Everyone can read the documentation in the portal, without an account."
        label="Readers as JSON"
        condition={audience}
        pointer="/documentation/audience"
        node={undefined}
        problems={problems}
        onChange={(next, step) => edit({ audience: next }, step)}
      />
      <p class="muted">{audienceHint}</p>
    </>
  )
}

/** The attributes that an audience can use. */
export const audienceHint =
  'The attributes of a reader are id, groups, tags, email and emailDomain. The last two exist only once the address is confirmed. “id exists” means signed in. An audience never stops an existing key.'
