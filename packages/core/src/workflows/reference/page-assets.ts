/** The style sheet of the page, which follows the reader's colour scheme and works on phones. */
export const style = `
:root { color-scheme: light dark; --line: #d8dde3; --soft: #f4f6f8; --quiet: #5a6570; --link: #0b57d0; --mark: #fff3c4; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a4149; --soft: #1d2227; --quiet: #a4afba; --link: #8ab4f8; --mark: #4a3f12; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0 auto; max-width: 84rem; padding: 0 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
a { color: var(--link); }
h1 { margin: 1.5rem 0 0; line-height: 1.2; }
h2 { margin: 3rem 0 0; }
h3 { margin: 2rem 0 0.5rem; border-bottom: 1px solid var(--line); }
h4 { margin: 0; font-size: 1.1rem; }
h4 a { text-decoration: none; }
small { color: var(--quiet); font-size: 0.8rem; font-weight: normal; }
code, pre { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 0.9em; overflow-wrap: anywhere; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
article:target { background: var(--mark); }
article p { margin: 0.5rem 0; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.3rem 0.8rem 0.3rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-top: 0; color: var(--quiet); font-weight: normal; }
tbody th { font-weight: normal; white-space: nowrap; }
.example { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.75rem; }
figure { flex: 1 1 16rem; min-width: 0; margin: 0; }
figcaption { color: var(--quiet); font-size: 0.8rem; }
pre { margin: 0; padding: 0.6rem 0.8rem; border-radius: 0.4rem; background: var(--soft); white-space: pre-wrap; }
#finder { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 1rem; padding: 0.6rem 0; background: Canvas; }
#search { flex: 1; max-width: 30rem; min-width: 0; padding: 0.5rem 0.7rem; border: 1px solid var(--line); border-radius: 0.4rem; font: inherit; }
nav { font-size: 0.9rem; }
nav h3 { margin: 0.8rem 0 0.2rem; border: 0; color: var(--quiet); font-size: 0.8rem; font-weight: normal; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.1rem 0.8rem; margin: 0; padding: 0; list-style: none; }
nav a { text-decoration: none; }
summary { padding: 0.4rem 0; font-weight: bold; cursor: pointer; }
@media (min-width: 64rem) {
  #columns { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 2rem; }
  nav { position: sticky; top: 4rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto; }
  nav ul { display: block; }
}
[hidden] { display: none !important; }
`

/** The search of the page: / focuses it, Enter goes to the first match, Escape shows everything again. */
export const script = `
const find = (id) => document.getElementById(id)
const search = find('search')
const entries = [...document.querySelectorAll('article')]
const groups = [...document.querySelectorAll('main section')]
const links = [...document.querySelectorAll('nav a')]
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.words.includes(word))
  for (const group of groups) group.hidden = !group.querySelector('article:not([hidden])')
  for (const link of links) link.parentElement.hidden = find(link.hash.slice(1)).hidden
  for (const list of document.querySelectorAll('nav ul'))
    list.hidden = list.previousElementSibling.hidden = !list.querySelector('li:not([hidden])')
  const shown = entries.filter((entry) => !entry.hidden).length
  find('count').textContent = words.length ? shown + ' of ' + entries.length : entries.length + ' entries'
}
function showAll() {
  search.value = ''
  filter()
}
search.addEventListener('input', filter)
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') showAll()
  const first = entries.find((entry) => !entry.hidden)
  if (event.key === 'Enter' && first) {
    location.hash = first.id
    first.querySelector('a').focus()
  }
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target === search
  if (isTyping || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  search.focus()
  search.select()
})
addEventListener('hashchange', () => {
  const target = find(decodeURIComponent(location.hash.slice(1)))
  if (!target || !target.closest('[hidden]')) return
  showAll()
  target.scrollIntoView()
})
find('finder').hidden = false
if (matchMedia('(max-width: 63.99rem)').matches) for (const one of document.querySelectorAll('details')) one.open = false
filter()
`
