/** The element that a key was pressed in, also inside of a shadow root, where `target` of the event is only the host. */
export function pressedIn(event: Event): Element | null {
  const [innermost] = event.composedPath()
  return innermost instanceof Element ? innermost : null
}
