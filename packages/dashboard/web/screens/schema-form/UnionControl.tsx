import { useContext, useState } from 'preact/hooks'
import { Segmented } from '../../parts/Segmented.tsx'
import { armOf } from './can-show.ts'
import type { ControlOf } from './control-props.ts'
import { DrawMember } from './draw-member.ts'
import type { SchemaField } from './field.ts'
import { inForm } from './switch-arm.ts'

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
