import { useState } from 'preact/hooks'
import { TextArea } from '../../../parts/fields.tsx'
import type { FormProps, ParametersOf } from './strategy.ts'

/** The form of `RULES`: the rules as JSON. */
export function RulesForm({ feature: { parameters }, onChange, problemsOf }: FormProps<'RULES'>) {
  const [text, setText] = useState(() => JSON.stringify(parameters, undefined, 2))
  const [problem, setProblem] = useState<string>()
  return (
    <TextArea
      label="Rules"
      stacked
      mono
      rows={16}
      problem={problem ?? problemsOf('')}
      value={text}
      onInput={(next) => {
        setText(next)
        try {
          onChange(JSON.parse(next) as ParametersOf<'RULES'>, 'rules')
          setProblem(undefined)
        } catch (error) {
          setProblem(`This is not JSON: ${error instanceof Error ? error.message : error}`)
        }
      }}
    />
  )
}
