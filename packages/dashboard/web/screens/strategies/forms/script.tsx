import { problemsIn, withOthers } from '../../../code/places.ts'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { Code } from '../../../parts/json/Code.tsx'
import { contextText } from '../../../preferences/context-at-hand.ts'
import { completeScript } from '../../scripting/complete-script.ts'
import { languageChoices, languageNames } from '../../scripting/language-names.ts'
import { RunPanel } from '../../scripting/RunPanel.tsx'
import { useRun } from '../../scripting/use-run.ts'
import type { FormProps, ReadOnlyProps } from '../strategy.ts'

/** The form of `SCRIPT`: the language and the text of a script, which admins can run as it is edited. */
export function Form({ feature: { parameters }, onChange, problemsOf }: FormProps<'SCRIPT'>) {
  const run = useRun(parameters, contextText.value)
  return (
    <>
      <SelectField
        label="Language"
        problem={problemsOf('/type')}
        value={parameters.type}
        choices={languageChoices}
        onChange={(type) => onChange({ ...parameters, type })}
      />
      <Code
        label="Script"
        hint="The function that decides calls enabled() or disabled()."
        language={parameters.type}
        rows={[8, 24]}
        value={parameters.script}
        problems={withOthers(problemsIn(problemsOf('/script')), run.problems)}
        complete={(text, offset) => completeScript(text, offset, run.context)}
        onInput={(script) => onChange({ ...parameters, script }, 'script')}
      />
      <RunPanel run={run}>
        <p class="muted">It runs with the context below, as it is edited.</p>
      </RunPanel>
    </>
  )
}

/** The script, to read only. */
export const ReadOnly = ({ parameters: { type, script } }: ReadOnlyProps<'SCRIPT'>) => (
  <>
    <p>
      <bdi>{languageNames[type]} script</bdi>
    </p>
    <Code readOnly label="Script" language={type} value={script} />
  </>
)
