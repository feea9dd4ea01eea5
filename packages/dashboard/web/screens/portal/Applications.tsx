import { counted } from '../../words/words.ts'
import { ApplicationScreen } from './ApplicationScreen.tsx'
import { PeopleList } from './PeopleList.tsx'
import { type Application, applicationsHere } from './people.ts'

/** The applications with which people use APIs; with an id, that application beside the list. */
export const Applications = ({ id }: { readonly id?: string | undefined }) => (
  <>
    <PeopleList
      kind="applications"
      records={applicationsHere()}
      current={id}
      what="Applications subscribe to your APIs. Developers create them in the portal, and share them with each other."
      textsOf={textsOf}
      row={({ name, members = [] }) => (
        <>
          <bdi class="person">{name}</bdi>
          <span class="state muted">{counted(members.length, 'member')}</span>
        </>
      )}
    />
    {id !== undefined && <ApplicationScreen id={id} />}
  </>
)

const textsOf = ({ name, id = '' }: Application): readonly string[] => [name, id]
