import type { Feature } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import type { Editing } from '../../drafts.ts'
import { Copy } from '../../parts/Copy.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { Menu } from '../../parts/Menu.tsx'
import { may } from '../../session.ts'
import { toast } from '../../toasts.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { Crumbs } from './Crumbs.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { removeRecord } from './remove-record.ts'

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
  return (
    <div class="bar feature-head">
      <h1 id="record" class="key" tabIndex={-1}>
        <Crumbs id={id} list="/features" />
      </h1>
      <Copy text={id} label="Copy id" />
      <Menu
        items={[
          ...(mayCreate && saved
            ? [{ label: 'Duplicate to…', icon: 'copy' as const, run: () => setShown('copy') }]
            : []),
          ...(mayCreate && mayDelete && saved ? [{ label: 'Rename…', run: () => setShown('rename') }] : []),
          {
            label: 'Copy as JSON',
            icon: 'file-json',
            run: () => void copyText(JSON.stringify(feature, undefined, 2)).then(() => toast('Copied.')),
          },
          ...(mayEdit
            ? [{ label: 'Paste JSON…', icon: 'clipboard-paste' as const, run: () => setShown('paste') }]
            : []),
          ...(mayDelete && saved
            ? [
                {
                  label: 'Delete',
                  icon: 'trash-2' as const,
                  danger: true,
                  run: () => void removeRecord('features', saved),
                },
              ]
            : []),
        ]}
      >
        More
      </Menu>
      {shown === 'copy' && <CopyDialog id={id} onClose={close} />}
      {shown === 'rename' && saved && <RenameDialog feature={saved} onClose={close} />}
      {shown === 'paste' && <PasteDialog feature={feature} edit={edit} onClose={close} />}
    </div>
  )
}
