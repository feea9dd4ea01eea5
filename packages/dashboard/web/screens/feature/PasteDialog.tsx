import type { Feature } from '@signalbox/core/contract'
import { checkIntegers } from '@signalbox/core/wire'
import { useState } from 'preact/hooks'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { TextArea } from '../../parts/fields/fields.tsx'
import type { Editing } from '../../records/drafts.ts'

interface PasteDialogProps {
  readonly feature: Feature
  readonly edit: Editing<Feature>['edit']
  onClose(): void
}

/** Replaces the draft by JSON. The id stays. */
export function PasteDialog({ feature, edit, onClose }: PasteDialogProps) {
  const [text, setText] = useState('')
  return (
    <Confirm
      title="Paste JSON"
      action="Use as draft"
      onClose={onClose}
      run={() => {
        const value: unknown = JSON.parse(text)
        checkIntegers(text)
        if (typeof value !== 'object' || value === null || !('activationStrategy' in value))
          throw new Error('The text is not a feature: it needs enabled and activationStrategy')
        edit({ ...(value as Feature), id: feature.id })
      }}
    >
      <p class="muted">Everything except the id goes into the form. Nothing is saved yet.</p>
      <TextArea label="JSON" stacked mono rows={10} value={text} onInput={setText} />
    </Confirm>
  )
}
