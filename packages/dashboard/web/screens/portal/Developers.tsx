import { useSignal } from '@preact/signals'
import { may } from '../../calls/session.ts'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { DeveloperScreen } from './DeveloperScreen.tsx'
import { invite } from './developer-links.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { PeopleList } from './PeopleList.tsx'
import { addressWords, type Developer, developersHere, standings } from './people.ts'

/** The people who use APIs; with an id, that person beside the list. */
export function Developers({ id }: { readonly id?: string | undefined }) {
  const isInviting = useSignal(false)
  return (
    <>
      <PeopleList
        kind="developers"
        records={developersHere()}
        current={id}
        what="Developers use your APIs. They sign up in the portal, or you invite them."
        textsOf={textsOf}
        row={(developer) => <Row developer={developer} />}
        actions={
          invite &&
          may('C', 'Developer') && (
            <button type="button" class="primary" onClick={() => (isInviting.value = true)}>
              Invite…
            </button>
          )
        }
      />
      {id !== undefined && <DeveloperScreen id={id} />}
      {isInviting.value && invite && <InviteDialog run={invite} onClose={() => (isInviting.value = false)} />}
    </>
  )
}

const textsOf = ({ name, email = '', id = '', groups = [] }: Developer): readonly string[] => [
  name,
  email,
  id,
  ...groups,
]

function Row({ developer }: { readonly developer: Developer }) {
  const { name, status = 'active' } = developer
  const address = addressWords(developer)
  const { word, aspect } = standings[status]
  return (
    <>
      <bdi class="person">{name}</bdi>
      {address !== undefined && <bdi class="about">{address}</bdi>}
      {aspect && (
        <span class="state">
          <Aspect is={aspect}>{word}</Aspect>
        </span>
      )}
    </>
  )
}
