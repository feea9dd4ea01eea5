import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import './html-frame.css'

interface HtmlFrameProps {
  readonly html: string
  /** What screen readers call the frame. */
  readonly title: string
}

/**
 * A page in a frame that runs nothing and loads nothing. Its HTML goes through a form to the service, which answers it
 * with its own policy. A new frame for each page leaves the history of the browser alone.
 */
export function HtmlFrame({ html, title }: HtmlFrameProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const count = useRef(0)
  const last = useRef<string>(undefined)
  if (last.current !== html) {
    last.current = html
    count.current += 1
  }
  const name = `${id}-${count.current}`
  useLayoutEffect(() => form.current?.submit(), [name])
  return (
    <>
      <iframe key={name} name={name} title={title} sandbox="" class="html-frame" />
      <form ref={form} action="preview" method="post" target={name} hidden>
        <input type="hidden" name="html" value={html} />
      </form>
    </>
  )
}
