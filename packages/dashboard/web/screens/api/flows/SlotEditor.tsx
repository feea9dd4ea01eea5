import { Json } from '../../../parts/json/Json.tsx'
import { withMembers } from '../../record/members.ts'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import { ConfigEditor } from '../../schema-form/ConfigEditor.tsx'
import { Form } from '../../schema-form/form-settings.ts'
import { Marked } from '../../schema-form/hints.tsx'
import type { JsonSchema } from '../../schema-form/json-schema.ts'
import { ListControl } from '../../schema-form/ListControl.tsx'
import { groupOf } from '../../schema-form/read-schema.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { namesHere, offersHere } from './offers.ts'
import type { Slot } from './slot.ts'
import type { Stop } from './stages.ts'

interface SlotEditorProps extends Pick<ShownRecord<GatewayApi>, 'draft' | 'mayEdit'> {
  readonly stop: Stop
  readonly pointer: string
  onChange(next: Slot, step?: string): void
}

/** The settings of a plugin on the track: its configuration, and the paths that it is for. */
export function SlotEditor({ draft, mayEdit, stop: { slot, plugin }, pointer, onChange }: SlotEditorProps) {
  const { value: api, problems } = draft
  const { config = {} } = slot
  return (
    <div class="slot-editor">
      <p class="muted">
        {plugin ? <Marked text={`${plugin.description}.`} /> : 'This plugin has no form.'} <code>{slot.plugin}</code>
      </p>
      {mayEdit ? (
        <>
          <ConfigEditor
            label="The configuration"
            field={plugin && groupOf(plugin.config_schema as JsonSchema)}
            value={config}
            defaults={plugin?.default_config}
            pointer={`${pointer}/config`}
            settings={{
              problems,
              offersOf: (path) => offersHere(path, api),
              namesOf: (path) => namesHere(path, config),
            }}
            onChange={(next, step) => onChange({ ...slot, config: next as Slot['config'] & object }, step)}
          />
          <Form.Provider value={{ problems }}>
            <details class="more-settings">
              <summary>Paths{isForAll(slot) ? '' : ': not all'}</summary>
              <div class="schema-form">
                <Paths {...{ slot, pointer, onChange }} name="include" label="Only these paths" hint={only} />
                <Paths {...{ slot, pointer, onChange }} name="exclude" label="Not these paths" hint={except} />
              </div>
            </details>
          </Form.Provider>
        </>
      ) : (
        <>
          <Json label="The configuration" value={config} />
          {!isForAll(slot) && (
            <Json label="The paths" value={{ include: slot.include ?? [], exclude: slot.exclude ?? [] }} />
          )}
        </>
      )}
    </div>
  )
}

const isForAll = ({ include = [], exclude = [] }: Slot): boolean => include.length + exclude.length === 0

const only = 'A whole path such as `/billing/*`, where `*` matches any characters. None: all paths'
const except = 'Takes precedence over the paths above'

interface PathsProps {
  readonly slot: Slot
  readonly name: 'include' | 'exclude'
  readonly label: string
  readonly hint: string
  readonly pointer: string
  onChange(next: Slot, step?: string): void
}

const path = {
  kind: 'list',
  item: { kind: 'text', takesEmpty: false, isSecret: false, isLong: false },
} as const

const Paths = ({ slot, name, label, hint, pointer, onChange }: PathsProps) => (
  <ListControl
    field={path}
    {...{ name, label, hint }}
    isRequired={false}
    value={slot[name] ?? []}
    byDefault={undefined}
    pointer={`${pointer}/${name}`}
    path=""
    onChange={(next) => onChange(withMembers(slot, { [name]: next }))}
  />
)
