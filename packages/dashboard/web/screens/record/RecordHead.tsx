import type { ComponentChildren } from 'preact'
import { may } from '../../calls/session.ts'
import { type AnyRecord, grantIdOf, type Kind, kinds } from '../../kinds/kinds.ts'
import { Copy } from '../../parts/json/Copy.tsx'
import { copyText } from '../../parts/json/copy-text.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { Menu, type MenuItem } from '../../parts/ways/Menu.tsx'
import { withoutSecrets } from '../../values/secret-members.ts'
import { Crumbs } from './Crumbs.tsx'
import { removeRecord } from './remove-record.ts'

interface RecordHeadProps {
  readonly kind: Kind
  readonly id: string
  /** What people call it: the title, followed by the id. @default the id is the title */
  readonly name?: string | undefined
  /** The record as edited. */
  readonly value: AnyRecord
  /** The record as it is saved; `undefined` while it is being created. */
  readonly saved: AnyRecord | undefined
  /** More that can be done with the record as a whole. */
  readonly items?: readonly MenuItem[]
  /** Called instead of the deletion, to ask first. */
  onRemove?(): void
  /** Why it cannot be deleted. Absent: it can. */
  readonly kept?: string | undefined
  /** Dialogs that the items open. */
  readonly children?: ComponentChildren
}

/** The id of a record, and what can be done with the record as a whole. */
export function RecordHead(props: RecordHeadProps) {
  const { kind, id, name, value, saved, items = [], onRemove, kept, children } = props
  const { domain, path } = kinds[kind]
  const remove = {
    label: 'Delete',
    icon: 'trash-2',
    danger: true,
    why: kept,
    run: () => (onRemove ? onRemove() : void removeRecord(kind, saved!)),
  } as const
  const copy = {
    label: 'Copy as JSON',
    icon: 'file-json',
    run: () => void copyText(JSON.stringify(withoutSecrets(value), undefined, 2)),
  } as const
  return (
    <div class="bar record-head">
      {name === undefined ? (
        <h1 id="record" class="key" tabIndex={-1}>
          <Crumbs id={id} list={path} />
        </h1>
      ) : (
        <>
          <h1 id="record" tabIndex={-1}>
            <bdi>{name}</bdi>
          </h1>
          <bdi class="key muted">{id}</bdi>
        </>
      )}
      <Copy text={id} label="Copy id" bare />
      <Menu
        label="More"
        class="icon-only"
        items={[...items, copy, ...(may('D', domain, grantIdOf(kind, value)) && saved ? [remove] : [])]}
      >
        <Icon name="ellipsis" />
      </Menu>
      {children}
    </div>
  )
}
