import { problemsIn, withOthers } from '../../code/places.ts'
import { contextText } from '../../context-at-hand.ts'
import { Code } from '../../parts/Code.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { completeScript } from '../../screens/scripting/complete-script.ts'
import { languageChoices, languageNames } from '../../screens/scripting/language-names.ts'
import { RunPanel } from '../../screens/scripting/RunPanel.tsx'
import { useRun } from '../../screens/scripting/use-run.ts'
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
