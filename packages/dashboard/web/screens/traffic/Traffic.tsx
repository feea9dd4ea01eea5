import { Tabs } from '../../parts/ways/Tabs.tsx'
import { navigate, place } from '../../place/place.ts'
import { NowTab } from './now/NowTab.tsx'
import { PlanesTab } from './planes/PlanesTab.tsx'
import { usePlanes } from './planes/use-planes.ts'
import { TailTab } from './tail/TailTab.tsx'
import { UsedTab } from './used/UsedTab.tsx'
import './traffic.css'

const tabs = [
  { id: 'now', label: 'Now' },
  { id: 'used', label: 'Usage' },
  { id: 'tail', label: 'Tail' },
  { id: 'planes', label: 'Data planes' },
] as const

type TabId = (typeof tabs)[number]['id']

/** What the gateway does: rates, usage, requests as they end, and its data planes. The address has the tab and the filters. */
export function Traffic() {
  const { query } = place.value
  const planes = usePlanes()
  const selected = tabs.find(({ id }) => id === query.get('tab'))?.id ?? tabs[0].id
  const select = (id: TabId) => {
    const kept = ['api', 'route'].flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : []))
    navigate(`/gateway/traffic?${new URLSearchParams([['tab', id], ...kept])}`, { replace: true })
  }
  return (
    <section class="page traffic">
      <h1>Traffic</h1>
      <Tabs label="Traffic" tabs={tabs} selected={selected} onSelect={select}>
        {selected === 'now' && <NowTab planes={planes} />}
        {selected === 'used' && <UsedTab />}
        {selected === 'tail' && <TailTab planes={planes} />}
        {selected === 'planes' && <PlanesTab planes={planes} />}
      </Tabs>
    </section>
  )
}
