import { session } from '../../calls/session.ts'
import { Tabs } from '../../parts/ways/Tabs.tsx'
import { navigate, place } from '../../place/place.ts'
import { AboutBox } from './AboutBox.tsx'
import { AboutYou } from './AboutYou.tsx'
import { Browser } from './Browser.tsx'
import { Transfers } from './Transfers.tsx'
import './settings.css'

const tabs = [
  { id: 'browser', label: 'This browser' },
  { id: 'you', label: 'You' },
  { id: 'box', label: 'This system' },
  { id: 'data', label: 'Export and import' },
] as const

type TabId = (typeof tabs)[number]['id']

/** The preferences of this browser, the caller, this box, and all records as files. */
export function Settings() {
  const current = session.value
  const wanted = place.value.query.get('tab')
  const selected: TabId = tabs.find(({ id }) => id === wanted)?.id ?? 'browser'
  return (
    <section class="page settings">
      <h1>Settings</h1>
      <Tabs
        label="Settings"
        tabs={tabs}
        selected={selected}
        onSelect={(id) => navigate(`/settings?tab=${id}`, { replace: true })}
      >
        {selected === 'browser' && <Browser />}
        {selected === 'you' && current.state === 'in' && <AboutYou me={current.me} />}
        {selected === 'box' && <AboutBox isAdmin={current.state === 'in' && current.me.admin} />}
        {selected === 'data' && <Transfers />}
      </Tabs>
    </section>
  )
}
