import { problemsIn } from '../../code/places.ts'
import { Code } from './Code.tsx'
import { type JsonTextProps, useJsonText } from './use-json-text.ts'

/** A large member as JSON, in the code editor. The place where it is not JSON is marked. */
export function JsonCode(props: JsonTextProps) {
  const { label, hint, rows } = props
  const { text, problems, onInput } = useJsonText(props)
  return (
    <Code {...{ label, hint, rows }} language="json" value={text} problems={problemsIn(problems)} onInput={onInput} />
  )
}
