import { expect, it } from 'vitest'
import { renderPreview } from './index.ts'
import { apiOf, elementsOf, NOW, siteOf } from './site.fixture.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

const preview = (documentation: object, path = '') =>
  renderPreview({ site: siteOf(apiOf(documentation)), visitor: { now: NOW }, path: `billing/${path}` })

it('a preview is one document: its style and its pictures are in it, and no script, link or font is loaded', () => {
  const html = preview({
    logo: { path: ['logo.png'], content_type: 'image/png', base64_content: dot },
    home: { text_content: '# Invoices\n\n![A dot](/dot.png)' },
    resources: [{ path: ['dot.png'], content_type: 'image/png', base64_content: dot }],
  })
  const elements = elementsOf(html)
  expect(html).toContain('<h1 id="h-invoices">')
  expect(elements.filter(({ name }) => ['script', 'link', 'iframe'].includes(name))).toEqual([])
  const sources = elements.filter(({ name }) => name === 'img').map(({ attributes }) => attributes.src)
  expect(sources).toEqual([`data:image/png;base64,${dot}`, `data:image/png;base64,${dot}`])
  expect(html).not.toContain('@font-face')
  expect(html).toContain('--portal-accent')
  expect(elements.find(({ name }) => name === 'base')?.attributes).toEqual({ target: '_blank' })
})

it('a preview of a page in HTML has the page in its frame; hostile texts stay texts', () => {
  const html = preview(
    { resources: [{ path: ['page'], content_type: 'text/html', text_content: '<p id="own">"x"</p>' }] },
    'page/',
  )
  const frame = elementsOf(html).find(({ name }) => name === 'iframe')
  expect(frame?.attributes).toMatchObject({ sandbox: '', srcdoc: '<p id="own">"x"</p>' })
  const hostile = preview({ home: { text_content: '<script>alert(1)</script> ![x](https://other.example/a.png)' } })
  expect(elementsOf(hostile).filter(({ name }) => ['script', 'img'].includes(name))).toEqual([])
})

it('redirects say where they lead, pictures and texts are shown, other files are downloads', () => {
  const documentation = {
    redirections: [{ from: '/old', to: '/new' }],
    resources: [
      { path: ['new'], text_content: 'New' },
      { path: ['dot.png'], content_type: 'image/png', base64_content: dot },
      { path: ['a.txt'], content_type: 'text/plain', text_content: 'a < b' },
      { path: ['a.bin'], content_type: 'application/zip', base64_content: dot },
    ],
  }
  expect(preview(documentation, 'old/')).toContain('This address leads to')
  expect(preview(documentation, 'dot.png')).toContain(`<img src="data:image/png;base64,${dot}"`)
  expect(preview(documentation, 'a.txt')).toContain('<pre>a &#60; b</pre>')
  expect(preview(documentation, 'a.bin')).toContain('Readers download this file.')
})
