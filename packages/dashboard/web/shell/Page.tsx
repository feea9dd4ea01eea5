import { useEffect } from 'preact/hooks'
import type { Me } from '../calls/session.ts'
import type { Found } from '../find-screen.ts'
import { hrefOf, place } from '../place/place.ts'
import { CurrentScreen } from './CurrentScreen.tsx'
import { BottomBar } from './menu/BottomBar.tsx'
import { addToMenu, followFirstRecords } from './menu/menu.ts'
import { Rail } from './menu/Rail.tsx'
import { Overlays } from './Overlays.tsx'
import { useArrival } from './on-arrival.ts'
import { Top } from './Top.tsx'
import { useScreen } from './use-screen.ts'
import { userItems } from './user-items.ts'
import { visit } from './visited.ts'

interface PageProps {
  readonly me: Me
  readonly found: Found | undefined
}

/** The current screen with the navigation around it. */
export function Page({ me, found }: PageProps) {
  const loaded = useScreen(found?.screen)
  useVisits(found)
  useMenu(me, found)
  useArrival(loaded.state !== 'loading' || !found)
  return (
    <div class="frame">
      <a class="skip" href={`${hrefOf(place.value.path)}#main`} onClick={skip}>
        Skip to content
      </a>
      <Top me={me} />
      <Rail shown={found?.screen} />
      <main id="main" tabIndex={-1}>
        <CurrentScreen found={found} loaded={loaded} />
      </main>
      <BottomBar shown={found?.screen} items={userItems(me)} />
      <Overlays />
    </div>
  )
}

/** Remembers the records that were opened. */
function useVisits(found: Found | undefined): void {
  const { path } = place.value
  const id = found?.params.id
  useEffect(() => {
    if (found && id !== undefined) visit({ path, title: id, kind: found.screen.title.toLowerCase() })
  }, [path, id])
}

/** Keeps the entry of each screen that was opened, and adds entries that get their first record. */
function useMenu(me: Me, found: Found | undefined): void {
  const path = found && (found.screen.within ?? found.screen.path)
  useEffect(followFirstRecords, [me.id])
  useEffect(() => {
    if (path !== undefined) addToMenu(path)
  }, [path])
}

/** Anchors of the page are relative to its base, not to its path. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')!.focus()
}
