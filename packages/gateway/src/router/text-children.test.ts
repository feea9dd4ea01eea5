import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emptyNode } from './node.ts'
import { cutPath, emptyCut } from './path-cut.ts'
import { addText, childWithText, removeText, textChild } from './text-children.ts'

it('a table of children finds what was added and not removed, in any order', () => {
  const step = fc.record({
    text: fc.constantFrom(...Array.from({ length: 60 }, (_, i) => i.toString(36))),
    isAdded: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (all) => {
      const node = emptyNode<never>()
      const model = new Set<string>()
      for (const { text, isAdded } of all) {
        const child = childWithText(node, text)
        expect(child?.text).toBe(model.has(text) ? text : undefined)
        if (isAdded && !child) addText(node, emptyNode(text))
        if (!isAdded && child) removeText(node, child)
        if (isAdded) model.add(text)
        else model.delete(text)
        expect(node.texts).toBe(model.size)
      }
      const cut = emptyCut()
      for (const { text } of all) {
        cutPath(cut, `/${text}`)
        expect(textChild(node, cut, 0)?.text).toBe(model.has(text) ? text : undefined)
      }
    }),
  )
})

it('a table gives its memory back', () => {
  const node = emptyNode<never>()
  const children = Array.from({ length: 1000 }, (_, i) => emptyNode<never>(`child-${i}`))
  for (const child of children) addText(node, child)
  for (const child of children.slice(10)) removeText(node, child)
  expect(node.children).toHaveProperty('length', 64)
  for (const child of children.slice(0, 10)) removeText(node, child)
  expect(node.children).toBeUndefined()
})
