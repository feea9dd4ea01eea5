import type { Feature } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import { may } from '../../calls/session.ts'
import type { MenuItem } from '../../parts/ways/Menu.tsx'
import type { Editing } from '../../records/drafts.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'

interface HeadProps {
  readonly id: string
  readonly feature: Feature
  /** The feature as it is saved; `undefined` while it is being created. */
  readonly saved: Feature | undefined
  readonly edit: Editing<Feature>['edit']
  readonly mayEdit: boolean
}

type Shown = 'copy' | 'rename' | 'paste'

/** The id of a feature, and what can be done with the feature as a whole. */
export function Head({ id, feature, saved, edit, mayEdit }: HeadProps) {
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const mayCreate = may('C', 'Feature')
  const mayDelete = may('D', 'Feature', id)
  const items: readonly MenuItem[] = [
    ...(mayCreate && saved ? [{ label: 'Duplicate to…', icon: 'copy' as const, run: () => setShown('copy') }] : []),
    ...(mayCreate && mayDelete && saved ? [{ label: 'Rename…', run: () => setShown('rename') }] : []),
    ...(mayEdit ? [{ label: 'Paste JSON…', icon: 'clipboard-paste' as const, run: () => setShown('paste') }] : []),
  ]
  return (
    <RecordHead kind="features" id={id} value={feature} saved={saved} items={items}>
      {shown === 'copy' && <CopyDialog id={id} onClose={close} />}
      {shown === 'rename' && saved && <RenameDialog feature={saved} onClose={close} />}
      {shown === 'paste' && <PasteDialog feature={feature} edit={edit} onClose={close} />}
    </RecordHead>
  )
}
