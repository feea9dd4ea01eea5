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
  '.cm-content[aria-readonly]': { backgroundColor: 'var(--sunken)' },
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
  '.cm-tooltip': {
    border: '1px solid var(--edge)',
    borderRadius: 'var(--r2)',
    backgroundColor: 'var(--panel)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxBlockSize: '12em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: 'var(--s1) var(--s2)', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent-soft)', color: 'var(--ink)' },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
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
