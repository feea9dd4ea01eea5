import { may } from '../../../calls/session.ts'
import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import type { Index } from '../../../records/tree.ts'
import { stateWord } from '../api-words.ts'

interface SourceFieldProps {
  readonly index: Index
  readonly stacked: boolean
  readonly problem: string | undefined
  readonly value: string
  onInput(value: string): void
}

const MOST = 20

/** The API that is duplicated: one that the caller may change, because the copy gets its secrets. */
export const SourceField = ({ index, value, onInput, ...field }: SourceFieldProps) => (
  <Field
    label="Other API"
    hint="Its routes, backends, flows, plans and secrets are copied, but not its deployments."
    {...field}
  >
    {(control) => (
      <Combobox
        {...control}
        value={value}
        onInput={onInput}
        source={index.version.value}
        options={(text) =>
          index
            .search(index.find(text) ? '' : text, MOST)
            .filter(({ id }) => may('U', 'Api', id))
            .map((entry) => ({ value: entry.id, hint: stateWord(entry).word }))
        }
      />
    )}
  </Field>
)
