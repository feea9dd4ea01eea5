import { useEffect } from 'preact/hooks'
import { type Found, findScreen } from './find-screen.ts'
import { Toasts } from './parts/dialogs/Toasts.tsx'
import { mount } from './place/mount.ts'
import { place } from './place/place.ts'
import { screens } from './screens.ts'
import { Door } from './shell/Door.tsx'
import { Page } from './shell/Page.tsx'
import './frame.css'

/** The whole page: the sign-in for users who are signed out, else the current screen with the navigation around it. */
export function Frame() {
  const found = findScreen(screens, place.value.path)
  const title = titleOf(found, mount.title)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <Door found={found}>{(me) => <Page me={me} found={found} />}</Door>
      <Toasts />
    </>
  )
}

/** The title of the document: what is shown, first the most specific. */
function titleOf(found: Found | undefined, box: string): string {
  if (!found) return `No such page · ${box}`
  const { screen, params } = found
  const list = screens.find(({ path }) => path === screen.within)
  return [...Object.values(params), (list ?? screen).title, box].join(' · ')
}
