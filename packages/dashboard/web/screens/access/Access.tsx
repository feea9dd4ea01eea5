import { Tabs } from '../../parts/ways/Tabs.tsx'
import { navigate, place } from '../../place/place.ts'
import { ApiKey } from './ApiKey.tsx'
import { GranteeList } from './GranteeList.tsx'
import { TesterTab } from './TesterTab.tsx'
import { User } from './User.tsx'
import './access.css'

const tabs = [
  { id: 'users', label: 'Users' },
  { id: 'keys', label: 'API keys' },
  { id: 'tester', label: 'Tester' },
] as const

type TabId = (typeof tabs)[number]['id']

/** The users, the API keys, and the tester of grants. */
export const AccessLists = () => <Access />

/** Addresses of a user, or of an API key. */
interface AccessProps {
  readonly user?: string | undefined
  readonly apiKey?: string | undefined
}

/** The users, the API keys, and the tester of grants; with an id, that user or key beside its list. */
export function Access({ user, apiKey }: AccessProps) {
  const current = user ?? apiKey
  const wanted = user !== undefined ? 'users' : apiKey !== undefined ? 'keys' : place.value.query.get('tab')
  const selected = tabs.find(({ id }) => id === wanted)?.id ?? 'users'
  const select = (id: TabId) =>
    navigate(id === 'users' ? '/access' : `/access?tab=${id}`, { replace: current === undefined })
  return (
    <>
      <section class={selected === 'tester' ? 'page access' : 'list listing access'} aria-label="Access">
        <h1>Access</h1>
        <Tabs label="Access" tabs={tabs} selected={selected} onSelect={select}>
          {selected === 'users' && <GranteeList key="users" kind="users" current={current} />}
          {selected === 'keys' && <GranteeList key="keys" kind="apiKeys" current={current} />}
          {selected === 'tester' && <TesterTab />}
        </Tabs>
      </section>
      {user !== undefined && <User id={user} />}
      {apiKey !== undefined && <ApiKey id={apiKey} />}
    </>
  )
}
