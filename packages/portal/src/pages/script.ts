/**
 * The only script of the pages, which work without it: it adds buttons that copy code (or select it, where browsers allow no copying: on plain http), and lets readers dismiss the banner. The
 * policy of the pages allows it by its hash.
 */
export const script = `(() => {
const button = (label, act) => {
  const one = document.createElement('button')
  one.type = 'button'
  one.textContent = label
  one.addEventListener('click', act)
  return one
}
for (const code of document.querySelectorAll('pre')) {
  const text = code.textContent
  const copy = button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(text)
      copy.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      copy.textContent = 'Selected'
    }
  })
  copy.className = 'copy'
  code.before(copy)
}
for (const banner of document.querySelectorAll('[data-banner]')) {
  const key = 'portal-banner:' + banner.textContent
  try {
    if (sessionStorage.getItem(key)) banner.hidden = true
  } catch {}
  banner.append(button('Dismiss', () => {
    banner.hidden = true
    try {
      sessionStorage.setItem(key, '1')
    } catch {}
  }))
}
})()`
