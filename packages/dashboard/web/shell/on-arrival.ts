import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { place } from '../place/place.ts'

/** The parts of the page that scroll. */
const scrollers = '#main .screen, #main .page, #main .list, #main .detail, #main .record-body'

const positions = new Map<string, readonly number[]>()

/**
 * Does what a browser does when a page is loaded: moves the focus to the heading after the path has changed, and brings
 * scrolled parts back after the user returned. `isReady` tells that the screen is drawn.
 */
export function useArrival(isReady: boolean): void {
  const { path, entry, isReturn } = place.value
  const last = useRef({ path, entry })
  const current = useRef(entry)
  useLayoutEffect(() => {
    current.current = entry
    const remember = () => {
      positions.set(
        current.current,
        [...document.querySelectorAll(scrollers)].map((one) => one.scrollTop),
      )
    }
    document.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', remember, { capture: true })
  }, [entry])
  useEffect(() => {
    if (!isReady || last.current.entry === entry || last.current.path === path) {
      if (isReady) last.current = { path, entry }
      return
    }
    last.current = { path, entry }
    const letGo = keepOnHeading()
    const wanted = isReturn ? positions.get(entry) : undefined
    const stop = wanted && scrollTo(wanted)
    return () => {
      letGo()
      stop?.()
    }
  }, [isReady, entry, path])
}

/** How long the heading of a screen may take to appear, in milliseconds. */
const PATIENCE = 5000

/**
 * Puts the focus on the heading, and on the one that takes its place when the record is there, until the user does
 * something. Returns a function that stops it.
 */
function keepOnHeading(): () => void {
  let target: HTMLElement | null = null
  const focus = () => {
    const { activeElement: active } = document
    const isOurs = target === null || active === target || active === document.body || active?.id === 'main'
    const heading =
      document.querySelector<HTMLElement>('#main .detail h1') ?? document.querySelector<HTMLElement>('#main h1')
    if (!isOurs || heading === null || (heading === target && active === target)) return
    target = heading
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(focus)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of ['keydown', 'pointerdown']) removeEventListener(type, stop, true)
  }
  const timer = setTimeout(stop, PATIENCE)
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, stop, true)
  observer.observe(document.getElementById('main')!, { childList: true, subtree: true })
  if (document.querySelector('dialog:modal') === null) focus()
  return stop
}

/** Scrolls as soon as there is enough to scroll, for a second at most. Returns a function that stops it. */
function scrollTo(wanted: readonly number[]): () => void {
  const end = performance.now() + 1000
  let frame = 0
  const attempt = () => {
    const parts = [...document.querySelectorAll(scrollers)]
    for (const [place, part] of parts.entries()) part.scrollTop = wanted[place] ?? 0
    const isDone = parts.every((part, place) => Math.abs(part.scrollTop - (wanted[place] ?? 0)) < 2)
    if (!isDone && performance.now() < end) frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}
