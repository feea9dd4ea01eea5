import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnyScreen, Screen } from '../screens.ts'

/** The code of a screen, as far as it is loaded. */
export type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly Shown: AnyScreen }
  | { readonly state: 'failed'; readonly error: unknown; retry(): void }

const known = new Map<Screen, AnyScreen>()
const loading: Loaded = { state: 'loading' }

/** Loads the code of a screen before it is shown, while the page waits for something else. */
export async function loadScreen(screen: Screen): Promise<AnyScreen> {
  const Shown = known.get(screen) ?? (await screen.load())
  known.set(screen, Shown)
  return Shown
}

/** Loads the code of a screen. What was loaded once is there at once. */
export function useScreen(screen: Screen | undefined): Loaded {
  const attempt = useSignal(0)
  const Shown = screen && known.get(screen)
  const current = useSignal<{ screen: Screen | undefined; loaded: Loaded }>({ screen, loaded: loading })
  useEffect(() => {
    if (!screen || Shown) return
    let isWanted = true
    const become = (loaded: Loaded) => {
      if (isWanted) current.value = { screen, loaded }
    }
    become(loading)
    loadScreen(screen).then(
      (Shown) => become({ state: 'loaded', Shown }),
      (error: unknown) => become({ state: 'failed', error, retry: () => attempt.value++ }),
    )
    return () => {
      isWanted = false
    }
  }, [screen, attempt.value])
  if (Shown) return { state: 'loaded', Shown }
  return current.value.screen === screen ? current.value.loaded : loading
}
