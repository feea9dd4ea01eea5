import type { Config } from '@signalbox/core/contract'
import { isRuled } from '@signalbox/core/evaluate'
import { Json } from '../../parts/json/Json.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { Reads } from './Reads.tsx'
import { TypeField } from './TypeField.tsx'
import { useValueProblems } from './use-value-problems.ts'
import { ValueEditor } from './value/ValueEditor.tsx'
import { holdsJson } from './value/value-kind.ts'
import { typeWord } from './value-words.ts'

/** The type of a config and its value, which is for everybody, or for those whom no rule is for. */
export function ValueTab({ draft, edit, mayEdit }: ShownRecord<Config>) {
  const { value: config } = draft
  const problems = useValueProblems(draft)
  const { value, type } = config
  return (
    <>
      <section class="strategy" aria-labelledby="value-title">
        <h2 id="value-title">{isRuled(config) ? 'Value if no rule decides' : 'Value'}</h2>
        {mayEdit ? (
          <div class="strategy-form">
            <TypeField
              config={config}
              problems={problemsBelow(problems, '/type')}
              onChange={(next, step) => edit(withMembers(config, { type: next }), step)}
            />
            <ValueEditor
              label="Value"
              pointer="/value"
              value={value}
              type={type}
              problems={problemsBelow(problems, '/value')}
              rows={[3, 24]}
              onChange={(next, step) => edit(withMembers(config, { value: next }), step)}
            />
          </div>
        ) : (
          <>
            {type !== undefined && <p class="muted">Type: {typeWord(type)}.</p>}
            <Json label="Value" {...(holdsJson(value, type) ? { text: value } : { value })} />
          </>
        )}
      </section>
      <Reads draft={draft} />
    </>
  )
}
