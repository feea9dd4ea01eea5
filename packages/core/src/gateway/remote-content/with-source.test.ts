import { expect, it } from 'vitest'
import type { Documentation } from './remote-places.ts'
import { withSource } from './with-source.ts'

const page = (path: string | readonly string[], text_content: string) => ({ path, text_content }) as never

it('members of the API win, and others come from the source', () => {
  const documentation: Documentation = { home: { title: 'Own' }, metadata: { lang: 'fr' }, tags: ['a'], resources: [] }
  const remote: Documentation = {
    home: { title: 'Remote', text_content: 'x' },
    banner: { text_content: 'soon' },
    metadata: { lang: 'de', more: 1 },
    tags: ['a', 'b'],
  }
  expect(withSource(documentation, remote)).toEqual({
    home: { title: 'Own' },
    banner: { text_content: 'soon' },
    metadata: { lang: 'fr', more: 1 },
    tags: ['a', 'b'],
    resources: [],
  })
})

it('lists are those of the API, then the entries of the source at other paths', () => {
  const documentation: Documentation = {
    resources: [page(['guide'], 'own')],
    redirections: [{ from: '/a', to: '/b' }],
    references: [{ title: 'no link' }],
    navigation: [{ label: 'One', items: [] }],
  }
  const remote: Documentation = {
    resources: [page(['guide'], 'x'), page('/guide/', 'x'), page(['guide', 'first'], 'first'), page(['g'], '1')],
    redirections: [
      { from: '/a', to: '/c' },
      { from: '/d', to: '/e' },
    ],
    references: [{ title: 'no link' }, { link: 'https://example.com' }],
    navigation: [{ label: 'One' }, { label: 'Two' }],
  }
  expect(withSource(documentation, remote)).toEqual({
    resources: [page(['guide'], 'own'), page(['guide', 'first'], 'first'), page(['g'], '1')],
    redirections: [
      { from: '/a', to: '/b' },
      { from: '/d', to: '/e' },
    ],
    references: [{ title: 'no link' }, { title: 'no link' }, { link: 'https://example.com' }],
    navigation: [{ label: 'One', items: [] }, { label: 'Two' }],
  })
})

it('a source decides neither who reads, nor what is sold, nor what is fetched', () => {
  const documentation: Documentation = { source: { url: 'https://example.com/docs.json' } }
  const remote = {
    enabled: false,
    audience: { attribute: 'id', operator: 'exists' },
    plans: [{ id: 'free', name: 'Free' }],
    source: { url: 'https://elsewhere.example.com' },
  } as unknown as Documentation
  expect(withSource(documentation, remote)).toEqual(documentation)
  expect(withSource(documentation, undefined)).toBe(documentation)
})
