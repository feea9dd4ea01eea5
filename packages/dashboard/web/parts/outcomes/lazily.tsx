import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Failure } from './Failure.tsx'

/** A component whose code is loaded when it is first shown. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function Lazily(props: P) {
    const Shown = useSignal(loaded)
    const error = useSignal<unknown>(undefined)
    const start = () => {
      error.value = undefined
      load().then(
        (component) => {
          loaded = component
          Shown.value = component
        },
        (failure) => {
          error.value = failure
        },
      )
    }
    useEffect(() => {
      if (!loaded) start()
    }, [])
    if (Shown.value) return <Shown.value {...props} />
    return error.value === undefined ? null : <Failure error={error.value} retry={start} />
  }
}
