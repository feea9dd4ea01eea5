import { problemsIn } from '../../../code/places.ts'
import { Code } from '../../../parts/Code.tsx'
import { SelectField } from '../../../parts/fields.tsx'
import { languageNames } from './describe.ts'
import type { FormProps, ParametersOf } from './strategy.ts'

type Language = ParametersOf<'SCRIPT'>['type']

const languages = Object.entries(languageNames).map(([value, label]) => ({ value: value as Language, label }))

/** The form of `SCRIPT`: the language and the text of a script. */
export function ScriptForm({ feature: { parameters }, onChange, problemsOf }: FormProps<'SCRIPT'>) {
  return (
    <>
      <SelectField
        label="Language"
        problem={problemsOf('/type')}
        value={parameters.type}
        choices={languages}
        onChange={(type) => onChange({ ...parameters, type })}
      />
      <Code
        label="Script"
        hint="The function that decides calls enabled() or disabled()."
        language={parameters.type}
        rows={[8, 24]}
        value={parameters.script}
        problems={problemsIn(problemsOf('/script'))}
        onInput={(script) => onChange({ ...parameters, script }, 'script')}
      />
    </>
  )
}
