import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { Json } from '../../parts/json/Json.tsx'
import { Details } from '../record/Details.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { ownerOptions } from '../subscriptions/owner-options.ts'
import type { Subscription } from './states.ts'

/** The name, the owner and the description of a subscription, with its tags and metadata. */
export function DetailsTab({ draft: { value, problems }, edit, mayEdit }: ShownRecord<Subscription>) {
  if (!mayEdit) return <Json label="The subscription" value={value} />
  const change = (members: object, step?: string) => edit(withMembers(value, members), step)
  return (
    <>
      <TextField
        label="Name"
        value={value.name ?? ''}
        problem={problemsBelow(problems, '/name')}
        onInput={(name) => change({ name: name === '' ? undefined : name }, 'name')}
      />
      <Field
        label="Owner"
        hint="The client that subscribes: one of the API’s clients, an application, or another name."
        problem={problemsBelow(problems, '/owner_ref')}
      >
        {(control) => (
          <Combobox
            {...control}
            value={value.owner_ref ?? ''}
            options={(text, signal) => options(value.api_ref, text, signal)}
            onInput={(owner) => change({ owner_ref: owner === '' ? undefined : owner }, 'owner')}
          />
        )}
      </Field>
      <Details value={value} problemsOf={(pointer) => problemsBelow(problems, pointer)} onChange={change} />
      <p class="muted">
        You can’t change the API or the plan: close the subscription, and create another. Tags and metadata of a
        subscription are copied into credentials when they are issued.
      </p>
    </>
  )
}

async function options(id: string, text: string, signal: AbortSignal) {
  const found = may('R', 'Api', id) ? await api.apis.get({ id }, { signal }) : undefined
  return ownerOptions(found?.clients, text, signal)
}
