import { useSignal } from '@preact/signals'
import { may } from '../../calls/session.ts'
import { counted } from '../../words/words.ts'
import { ApplicationScreen } from './ApplicationScreen.tsx'
import { NewApplication } from './NewApplication.tsx'
import { PeopleList } from './PeopleList.tsx'
import { type Application, applicationsHere } from './people.ts'

/** The applications with which people use APIs; with an id, that application beside the list. */
export function Applications({ id }: { readonly id?: string | undefined }) {
  const isNew = useSignal(false)
  return (
    <>
      <PeopleList
        kind="applications"
        records={applicationsHere()}
        current={id}
        what="Applications subscribe to your APIs. Developers create them in the portal, and share them with each other."
        textsOf={textsOf}
        actions={
          may('C', 'Application') && (
            <button type="button" class="primary" onClick={() => (isNew.value = true)}>
              New
            </button>
          )
        }
        row={({ name, members = [] }) => (
          <>
            <bdi class="person">{name}</bdi>
            <span class="state muted">{counted(members.length, 'member')}</span>
          </>
        )}
      />
      {id !== undefined && <ApplicationScreen id={id} />}
      {isNew.value && <NewApplication onClose={() => (isNew.value = false)} />}
    </>
  )
}

const textsOf = ({ name, id = '' }: Application): readonly string[] => [name, id]
