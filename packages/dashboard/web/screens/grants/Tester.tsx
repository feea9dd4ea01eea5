import { signal } from '@preact/signals'
import type { Domain } from '@signalbox/core/contract'
import { type Grantee, type Right, rightNames, rights } from '@signalbox/core/grants'
import { may } from '../../calls/session.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { nouns } from '../../log/domains.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { SelectField } from '../../parts/fields/fields.tsx'
import { index } from '../../records/tree.ts'
import { domains } from './grant-words.ts'
import { MaySee } from './MaySee.tsx'
import './tester.css'
import { VerdictView } from './VerdictView.tsx'

/** The question, kept while the user compares several people. */
const right = signal<Right>('U')
const domain = signal<Domain>('Feature')
const id = signal('')

interface TesterProps {
  /** What the user or the key is called. */
  readonly name: string
  readonly grantee: Grantee
  /** Whether the grants are edited and not saved. */
  readonly isUnsaved?: boolean
}

/** Answers what somebody may do with a record, which grant says so, and what they may see. */
export function Tester({ name, grantee, isUnsaved = false }: TesterProps) {
  return (
    <div class="tester">
      {isUnsaved && <p class="muted">This tests the grants as they are edited now. They are not saved yet.</p>}
      <section class="question" aria-label="Question">
        <SelectField
          label="Can"
          value={right.value}
          choices={rights.map((value) => ({ value, label: rightNames[value] }))}
          onChange={(next) => {
            right.value = next
          }}
        />
        <SelectField
          label="Domain"
          value={domain.value}
          choices={domains.map((value) => ({ value, label: nouns[value][1] }))}
          onChange={(next) => {
            domain.value = next
          }}
        />
        <IdField />
      </section>
      <VerdictView
        name={name}
        grantee={grantee}
        question={{ right: right.value, domain: domain.value, id: id.value }}
      />
      <MaySee name={name} grantee={grantee} />
    </div>
  )
}

/** The id of the record: of one that exists, or any other. */
function IdField() {
  const kind = kindOf(domain.value === 'Subscription' ? 'Api' : domain.value)
  const records = kind && may('R', domain.value) ? index(kind) : undefined
  const isKnown = records?.state.value === 'complete' && id.value !== ''
  void records?.version.value
  const isMissing = isKnown && records.find(id.value) === undefined
  return (
    <Field
      label={domain.value === 'Subscription' ? 'Of the API' : 'Id'}
      hint={
        isMissing
          ? `There is no ${nouns[domain.value][0]} of this id. The answer applies anyway.`
          : domain.value === 'Subscription'
            ? 'Grants on subscriptions match the id of their API.'
            : undefined
      }
    >
      {(control) => (
        <Combobox
          {...control}
          value={id.value}
          source={records?.version.value}
          options={(text) => (records?.search(text, 12) ?? []).map((entry) => ({ value: entry.id }))}
          placeholder="shop:express"
          onInput={(next) => {
            id.value = next.trim()
          }}
        />
      )}
    </Field>
  )
}
