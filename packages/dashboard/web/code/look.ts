import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/**
 * The look of the editor, in the values of the design. They reach the shadow root, because custom properties are
 * inherited. The element around it sets `--code-least` and `--code-most`, its least and most lines.
 */
export const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--panel)', borderRadius: 'inherit', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    maxBlockSize: 'calc(var(--code-most) * 1.5em + 2 * var(--s2))',
    borderRadius: 'inherit',
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    lineHeight: '1.5',
  },
  '.cm-content, .cm-gutter': { minBlockSize: 'calc(var(--code-least) * 1.5em + 2 * var(--s2))' },
  '.cm-content': { paddingBlock: 'var(--s2)', caretColor: 'var(--ink)', overflowWrap: 'anywhere' },
  '.cm-line': { paddingInline: 'var(--s2)' },
  '.cm-gutters': {
    border: '0',
    borderInlineEnd: '1px solid var(--line)',
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
    userSelect: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { minInlineSize: '3ch', paddingInline: 'var(--s2)' },
  '.cm-gutterElement.wrong': { color: 'var(--danger)', fontWeight: '700' },
  '.cm-lineNumbers .cm-gutterElement.wrong::before': { content: '"▸"' },
  '.wrong-line': { backgroundColor: 'var(--danger-soft)' },
  '.wrong-part': { textDecoration: 'underline wavy var(--danger)', textUnderlineOffset: '0.2em' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--edge)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    color: 'var(--danger)',
  },
  '.cm-placeholder': { color: 'var(--muted)' },
})

/** The colors of the parts of a text. Each has a contrast of at least 4.5:1. */
export const colors = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.propertyName, tags.modifier], color: 'var(--accent)' },
    { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--clear)' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--caution)' },
    { tag: [tags.comment, tags.meta], color: 'var(--muted)' },
    { tag: tags.invalid, color: 'var(--danger)' },
  ]),
)
