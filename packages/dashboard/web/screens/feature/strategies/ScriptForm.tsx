import { useRef } from 'preact/hooks'
import { SelectField } from '../../../parts/fields.tsx'
import { languageNames } from './describe.ts'
import { lineNumbers, offsetOf, placeIn } from './script-lines.ts'
import type { FormProps, ParametersOf } from './strategy.ts'
import './script.css'

type Language = ParametersOf<'SCRIPT'>['type']

const languages = Object.entries(languageNames).map(([value, label]) => ({ value: value as Language, label }))

/** The form of `SCRIPT`: the language and the text of a script. */
export function ScriptForm({ feature: { parameters }, onChange, problemsOf }: FormProps<'SCRIPT'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const problems = problemsOf('/script')
  const place = placeIn(problems)
  const show = () => {
    if (!place || !area.current) return
    const offset = offsetOf(parameters.script, place)
    area.current.focus()
    area.current.setSelectionRange(offset, offset + 1)
  }
  return (
    <>
      <SelectField
        label="Language"
        problem={problemsOf('/type')}
        value={parameters.type}
        choices={languages}
        onChange={(type) => onChange({ ...parameters, type })}
      />
      <label class="muted" for="script">
        The function that decides: call <code>enabled()</code> or <code>disabled()</code>
      </label>
      <div class="script" data-wrong={problems.length > 0 ? '' : undefined}>
        <pre aria-hidden="true">{lineNumbers(parameters.script)}</pre>
        <textarea
          ref={area}
          id="script"
          spellcheck={false}
          wrap="off"
          rows={Math.min(24, Math.max(8, parameters.script.split('\n').length + 1))}
          value={parameters.script}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? 'script-problem' : undefined}
          onInput={({ currentTarget }) => onChange({ ...parameters, script: currentTarget.value }, 'script')}
        />
      </div>
      {problems.map((sentence) => (
        <p key={sentence} id="script-problem" class="problem-line" role="alert">
          {sentence}{' '}
          {place && (
            <button type="button" onClick={show}>
              Go to line {place.line}
            </button>
          )}
        </p>
      ))}
    </>
  )
}
