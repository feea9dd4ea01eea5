import { useEffect } from 'preact/hooks'
import { question } from '../confirm/question.ts'
import { useKeys } from '../keys/keys.ts'
import { shownOnce } from '../notices/shown-once.ts'
import { lazily } from '../parts/outcomes/lazily.tsx'
import { navigate } from '../place/place.ts'
import { lossQuestion } from './loss-question.ts'
import { entries } from './menu/entries.ts'
import { closeOverlay, overlay, showFind, showKeys } from './overlays.ts'

const Find = lazily(async () => (await import('./find/Find.tsx')).Find)
const LoseDrafts = lazily(async () => (await import('./LoseDrafts.tsx')).LoseDrafts)
const SOON = 2000
const KeyList = lazily(async () => (await import('./KeyList.tsx')).KeyList)

const ShownOnce = lazily(async () => (await import('../parts/dialogs/ShownOnce.tsx')).ShownOnce)
const TypedConfirm = lazily(async () => (await import('../parts/dialogs/TypedConfirm.tsx')).TypedConfirm)

/** A secret that is shown once, the question before a change, the search and the list of keys, and the keys that act on every screen. */
export function Overlays() {
  const all = entries()
  useEffect(() => {
    // Loaded before they are asked for: no letter is lost that follows Ctrl K, and no secret that is shown only once.
    const timer = setTimeout(() => {
      for (const load of [() => import('./find/Find.tsx'), () => import('../parts/dialogs/ShownOnce.tsx')])
        load().catch(() => {})
    }, SOON)
    return () => clearTimeout(timer)
  }, [])
  useKeys([
    { keys: 'Ctrl+K', label: 'Find a record or a screen', run: showFind },
    { keys: '?', label: 'Show the keys', run: showKeys },
    ...all.flatMap(({ key, path, title }) =>
      key === undefined ? [] : [{ keys: `g ${key}`, label: `Go to ${title.toLowerCase()}`, run: () => navigate(path) }],
    ),
  ])
  if (shownOnce.value.length > 0) return <ShownOnce />
  if (question.value) return <TypedConfirm />
  if (lossQuestion.value) return <LoseDrafts />
  if (overlay.value === 'find') return <Find onClose={closeOverlay} />
  if (overlay.value === 'keys') return <KeyList onClose={closeOverlay} />
  return null
}
