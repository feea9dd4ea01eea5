import { serviceNow } from '../calls/clock.ts'
import { zone } from '../preferences/preferences.ts'
import { type Freshness, freshness } from '../records/stream.ts'
import { clockTime } from '../words/words.ts'
import './lamp.css'

/** Whether what the page shows is up to date, in a word and a color. */
export function Lamp() {
  const { state } = freshness.value
  return (
    <div class={`lamp ${aspects[state]}`}>
      <span role="status">{inWords(freshness.value, zone.value)}</span>
    </div>
  )
}

const aspects = { connecting: '', live: 'clear', 'catching-up': 'caution', asking: '', 'cut-off': 'danger' } as const

function inWords({ state, since }: Freshness, zone: string): string {
  switch (state) {
    case 'connecting':
      return 'Connecting'
    case 'live':
      return 'Live'
    case 'catching-up':
      return 'Catching up'
    case 'asking':
      return 'Updated every 10 s'
    case 'cut-off':
      // The clock of this computer may be wrong; other times on the page are the service's.
      return `Disconnected since ${clockTime(since + serviceNow() - Date.now(), zone)}`
  }
}
