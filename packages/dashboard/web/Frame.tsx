import { useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { findScreen } from './find-screen.ts'
import { Link } from './parts/Link.tsx'
import { Toasts } from './parts/Toasts.tsx'
import { place } from './place.ts'
import { screens } from './screens.ts'
import './frame.css'

const groups = ['Flags', 'Traffic', 'Box'] as const

/** The page around the screens: the bar on top, the navigation, and the current screen. */
export function Frame() {
  const found = findScreen(screens, place.value.path)
  const Shown = useSignal<ComponentType<Record<string, string>> | undefined>(undefined)
  useSignalEffect(() => {
    const wanted = findScreen(screens, place.value.path)?.screen
    wanted?.load().then((loaded) => {
      Shown.value = loaded
    })
  })
  const Current = Shown.value
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <span class="mark" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <strong>Signalbox</strong>
      </header>
      <nav class="rail" aria-label="Main">
        {groups.map((group) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {screens
                .filter((screen) => screen.group === group)
                .map(({ path, title }) => (
                  <li key={path}>
                    <Link to={path} current={found?.screen.title.startsWith(title.slice(0, -1)) ?? false}>
                      {title}
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <main id="main">{found && Current ? <Current {...found.params} /> : <h1>There is no such page</h1>}</main>
      <Toasts />
    </>
  )
}
