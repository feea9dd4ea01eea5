import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './parts/changes/bar.css'
import { effect } from '@preact/signals'
import { render } from 'preact'
import { startClock } from './calls/clock.ts'
import { Frame } from './Frame.tsx'
import { findScreen } from './find-screen.ts'
import { startKeys } from './keys/keys.ts'
import { mount } from './place/mount.ts'
import { place } from './place/place.ts'
import { preferences } from './preferences/preferences.ts'
import { openStream } from './records/stream.ts'
import { screens } from './screens.ts'
import { tellFailures } from './shell/tell-failures.ts'
import { loadScreen } from './shell/use-screen.ts'
import { watchReturn } from './shell/watch-return.ts'

const { documentElement: root } = document
effect(() => {
  root.dataset.theme = preferences.value.theme
})
if (mount.mark !== undefined) {
  root.style.setProperty('--box-mark', mount.mark)
  root.style.setProperty('--box-edge', '3px')
}
tellFailures()
startClock()
startKeys()
openStream()
watchReturn()
render(<Frame />, document.getElementById('app')!)
const found = findScreen(screens, place.peek().path)
if (found) loadScreen(found.screen).catch(() => {}) // the frame loads it again, and shows why that fails
