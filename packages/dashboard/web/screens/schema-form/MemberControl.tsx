import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { JsonText } from '../../parts/json/JsonText.tsx'
import { canShow } from './can-show.ts'
import type { ControlOf } from './control-props.ts'
import type { SchemaField } from './field.ts'
import { Form, placedProblems } from './form-settings.ts'
import { GroupControl, ItemsControl } from './GroupControls.tsx'
import { InstantControl } from './InstantControl.tsx'
import { ListControl } from './ListControl.tsx'
import { MapControl } from './MapControl.tsx'
import { ChoiceControl, FlagControl, NumberControl } from './SimpleControls.tsx'
import { TextControl } from './TextControl.tsx'
import { UnionControl } from './UnionControl.tsx'

/** The control of a member. A value that it cannot show, and a member without a control, is edited as JSON. */
export function MemberControl(props: ControlOf<SchemaField>): ComponentChildren {
  const form = useContext(Form)
  const { field, value, label, hint, pointer, onChange } = props
  if (field.kind === 'json' || !canShow(field, value))
    return (
      <div class="wide">
        <JsonText
          stacked
          {...{ label, pointer, value, onChange }}
          rows={[2, 12]}
          {...(hint !== undefined && { hint })}
          problems={placedProblems(form, pointer)}
        />
      </div>
    )
  return controlOf(props)
}

function controlOf(props: ControlOf<SchemaField>) {
  const { field } = props
  switch (field.kind) {
    case 'text':
      return <TextControl {...props} field={field} />
    case 'choice':
      return <ChoiceControl {...props} field={field} />
    case 'number':
      return <NumberControl {...props} field={field} />
    case 'flag':
      return <FlagControl {...props} field={field} />
    case 'instant':
      return <InstantControl {...props} field={field} />
    case 'list':
      return <ListControl {...props} field={field} />
    case 'items':
      return <ItemsControl {...props} field={field} />
    case 'map':
      return <MapControl {...props} field={field} />
    case 'group':
      return <GroupControl {...props} field={field} />
    case 'union':
      return <UnionControl {...props} field={field} />
  }
}
