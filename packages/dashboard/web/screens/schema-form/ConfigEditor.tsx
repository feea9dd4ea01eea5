import { useContext, useState } from 'preact/hooks'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { JsonCode } from '../../parts/json/JsonCode.tsx'
import { EditedTexts } from '../../parts/json/use-json-text.ts'
import { canShow } from './can-show.ts'
import { DrawMember } from './draw-member.ts'
import type { GroupField } from './field.ts'
import { Form, type FormSettings, placedProblems } from './form-settings.ts'
import { MemberControl } from './MemberControl.tsx'
import { SchemaForm } from './SchemaForm.tsx'

interface ConfigEditorProps {
  /** The name of the value: `The configuration`. */
  readonly label: string
  /** The form. Absent: there is no schema, and the value is edited as JSON. */
  readonly field: GroupField | undefined
  readonly value: unknown
  readonly defaults: unknown
  readonly pointer: string
  readonly settings: FormSettings
  onChange(next: unknown, step?: string): void
}

const modes = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

/** An object that is edited in a form or as JSON. Both edit the same value, and neither loses what the other wrote. */
export function ConfigEditor(props: ConfigEditorProps) {
  const { label, field, value, defaults, pointer, settings, onChange } = props
  const [mode, setMode] = useState<(typeof modes)[number]['value']>('form')
  const isUnreadable = useContext(EditedTexts)?.unreadable.some((one) => one.pointer === pointer) ?? false
  const isObject = field !== undefined && canShow(field, value)
  const isForm = mode === 'form' && isObject && !isUnreadable
  return (
    <div class="config-editor">
      {field && (
        <Segmented
          label={`Edit ${label.toLowerCase()} as`}
          value={isForm ? 'form' : 'json'}
          choices={modes}
          disabled={isUnreadable || !isObject}
          onChange={(next) => setMode(next)}
        />
      )}
      {isForm ? (
        <Form.Provider value={settings}>
          <DrawMember.Provider value={MemberControl}>
            <SchemaForm {...{ field, defaults, pointer, onChange }} value={value ?? {}} path="" />
          </DrawMember.Provider>
        </Form.Provider>
      ) : (
        <JsonCode
          label={label}
          pointer={pointer}
          value={value ?? {}}
          problems={placedProblems(settings, pointer)}
          hint={field ? 'Members you leave out have their defaults.' : 'There is no form for it.'}
          onChange={(next, step) => onChange(next ?? {}, step)}
        />
      )}
    </div>
  )
}
