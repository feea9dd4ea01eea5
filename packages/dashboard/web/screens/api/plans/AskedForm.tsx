import type { Condition } from '@signalbox/core/evaluate'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { ConditionField } from '../../condition/ConditionField.tsx'
import { ConfigEditor } from '../../schema-form/ConfigEditor.tsx'
import { approvalOf, approvalWords, askedFields } from './asked-fields.ts'
import type { Plan } from './mode-words.ts'

interface AskedFormProps {
  readonly plan: Plan
  /** The JSON Pointer of the plan in the API. */
  readonly pointer: string
  readonly problems: Readonly<Record<string, readonly string[]>>
  set(members: object, step?: string): void
}

const approvals = Object.entries(approvalWords).map(([value, { label }]) => ({
  value: value as keyof typeof approvalWords,
  label,
}))

/** What a plan asks of consumers who subscribe in the portal, and who they can be. */
export function AskedForm({ plan, pointer, problems, set }: AskedFormProps) {
  const approval = approvalOf(plan)
  const { terms, form } = plan
  return (
    <>
      <SelectField
        label="Approval"
        value={approval}
        choices={approvals}
        hint={approvalWords[approval].sentence}
        problem={problems[`${pointer}/approval`]}
        onChange={(next) => set({ approval: next === 'auto' ? undefined : next })}
      />
      <ConfigEditor
        label="What consumers are asked"
        field={askedFields}
        value={{ ...(terms && { terms }), ...(form && { form }) }}
        defaults={undefined}
        pointer={pointer}
        settings={{ problems }}
        onChange={(next, step) => {
          const { terms, form } = (next ?? {}) as Pick<Plan, 'terms' | 'form'>
          set({ terms: hasMembers(terms) ? terms : undefined, form: hasMembers(form) ? form : undefined }, step)
        }}
      />
      <ConditionField
        title="Who can subscribe"
        without="Everyone who can read the documentation sees the plan, and can subscribe."
        label="Subscribers as JSON"
        condition={plan.audience as Condition | undefined}
        pointer={`${pointer}/audience`}
        node={undefined}
        problems={problems}
        onChange={(audience, step) => set({ audience }, step)}
      />
      <p class="muted">People with grants subscribe without being asked. Existing subscriptions stay as they are.</p>
    </>
  )
}

const hasMembers = (value: object | undefined): boolean => value !== undefined && Object.keys(value).length > 0
