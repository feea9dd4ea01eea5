import { useContext, useState } from 'preact/hooks'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { armOf } from './can-show.ts'
import type { ControlOf } from './control-props.ts'
import { DrawMember } from './draw-member.ts'
import type { Arm, SchemaField } from './field.ts'

/** A value with one of several forms: the form is chosen first. */
export function UnionControl(props: ControlOf<Extract<SchemaField, { kind: 'union' }>>) {
  const { field, label, value, byDefault, onChange } = props
  const { arms } = field
  const MemberControl = useContext(DrawMember)
  const [chosen, setChosen] = useState(0)
  const at = armOf(arms, value) ?? armOf(arms, byDefault) ?? chosen
  const arm = arms[at]!
  return (
    <div class="schema-union wide">
      <MemberControl {...props} field={arm.field} byDefault={armOf(arms, byDefault) === at ? byDefault : undefined} />
      <Segmented
        label={`Form of ${label}`}
        value={String(at)}
        choices={arms.map((one, i) => ({ value: String(i), label: one.label }))}
        onChange={(next) => {
          setChosen(Number(next))
          onChange(inForm(arms[Number(next)]!, value ?? byDefault))
        }}
      />
    </div>
  )
}

/** A value in another form: one text becomes a list of it, and a list its first text; otherwise the form begins empty. */
function inForm({ field, blank }: Arm, value: unknown): unknown {
  if (field.kind === 'list' && typeof value === 'string') return value === '' ? [] : [value]
  if (field.kind === 'text' && Array.isArray(value) && typeof value[0] === 'string') return value[0]
  return blank
}
