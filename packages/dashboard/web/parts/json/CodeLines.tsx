import { Copy } from './Copy.tsx'
import './code-lines.css'

interface CodeLinesProps {
  readonly title: string
  /** Its line breaks stay: what is selected on the page runs as what is copied does. */
  readonly text: string
}

/** A command or a few lines of a program under their title, to copy. */
export const CodeLines = ({ title, text }: CodeLinesProps) => (
  <figure class="code-lines">
    <figcaption class="bar">
      <span class="muted">{title}</span>
      <Copy text={text} label={`Copy: ${title}`} bare />
    </figcaption>
    <code dir="ltr">{text}</code>
  </figure>
)
