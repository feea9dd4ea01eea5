import { useState } from 'preact/hooks'
import { may } from '../../../calls/session.ts'
import { TextField } from '../../../parts/fields/fields.tsx'
import { Lever } from '../../../parts/fields/Lever.tsx'
import { Copy } from '../../../parts/json/Copy.tsx'
import { record } from '../../../records/records.ts'
import { isSame } from '../../../values/is-same.ts'
import type { RecordTab } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { changeTesting } from './change-testing.ts'
import { DraftRouteList } from './DraftRouteList.tsx'
import { testingWords } from './testing-words.ts'
import './testing.css'

/** Who reaches the draft routes of an API, and which these are. It is part of the saved API and applies at once. */
export const testingTab: RecordTab<GatewayApi> = {
  id: 'testing',
  label: 'Testing',
  show: ({ id }) => <Testing id={id} />,
}

const DEFAULT_HEADER = 'X-GATEWAY-TESTING'

function Testing({ id }: { readonly id: string }) {
  const held = record('apis', id).value
  const draft = record('drafts', id).value
  const [isBusy, setBusy] = useState(false)
  if (held.state !== 'ready') return null
  const saved = held.value
  const { enabled = false, headerKey = DEFAULT_HEADER, headerValue = '' } = saved.testing ?? {}
  const mayEdit = may('U', 'Api', id)
  const hasDraft = draft.state === 'ready' && !isSame(draft.value, saved)
  const pull = async (on: boolean) => {
    setBusy(true)
    const said = on ? `Testing is on for ${id}.` : `Testing is off for ${id}.`
    await changeTesting({ id, was: { enabled }, next: { enabled: on }, said })
    setBusy(false)
  }
  const rotate = () =>
    changeTesting({
      ...{ id, was: { headerValue }, next: { headerValue: crypto.randomUUID() } },
      said: 'The value is replaced. Testers need the new value.',
    })
  return (
    <div class="testing-tab">
      {mayEdit ? (
        <Lever on={enabled} label={enabled ? 'Testing is on' : 'Testing is off'} busy={isBusy} onChange={pull} />
      ) : (
        <b>{enabled ? 'Testing is on' : 'Testing is off'}</b>
      )}
      <p class="muted">{testingWords(saved, hasDraft).join(' ')}</p>
      <HeaderName id={id} name={headerKey} mayEdit={mayEdit} />
      <HeaderValue value={headerValue} rotate={mayEdit ? rotate : undefined} />
      <p class="muted">
        Changes on this page apply at once, to the API and to its draft. You don’t need to publish them.
      </p>
      {enabled && <DraftRouteList id={id} />}
    </div>
  )
}

interface HeaderNameProps {
  readonly id: string
  readonly name: string
  readonly mayEdit: boolean
}

/** The name of the header, with a button that changes it. */
function HeaderName({ id, name, mayEdit }: HeaderNameProps) {
  const [typed, type] = useState<string>()
  const text = typed ?? name
  const next = text.trim()
  const isWrong = !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(next)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong || next === name) return
        const said = `Testers now send the header ${next}.`
        void changeTesting({ id, was: { headerKey: name }, next: { headerKey: next }, said }).then(() =>
          type(undefined),
        )
      }}
    >
      <TextField
        label="Header"
        mono
        readonly={!mayEdit}
        value={text}
        problem={isWrong ? 'Header names have letters, digits and hyphens, but no spaces.' : undefined}
        onInput={type}
        after={
          mayEdit && (
            <button type="submit" disabled={isWrong || next === name}>
              Change
            </button>
          )
        }
      />
    </form>
  )
}

interface HeaderValueProps {
  readonly value: string
  /** Absent: the caller may not. */
  readonly rotate?: (() => Promise<void>) | undefined
}

/** The value of the header, which only testers should know. */
function HeaderValue({ value, rotate }: HeaderValueProps) {
  const [isShown, show] = useState(false)
  return (
    <TextField
      label="Value"
      mono
      readonly
      type={isShown ? 'text' : 'password'}
      autocomplete="off"
      value={value}
      onInput={() => {}}
      hint="Anyone who knows the value can reach the draft routes."
      after={
        <>
          <button type="button" onClick={() => show(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </button>
          <Copy text={value} label="Copy value" bare />
          {rotate && (
            <button type="button" onClick={() => void rotate()}>
              Rotate
            </button>
          )}
        </>
      }
    />
  )
}
