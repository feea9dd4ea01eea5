/** What differs between the built-in pages. */
interface Page {
  readonly heading: string
  /** The colour of the signal beside the heading. */
  readonly light: keyof typeof lights
}

/** Each colour for light and for dark mode. */
const lights = {
  red: ['#c62f2f', '#ff7b72'],
  amber: ['#b46a00', '#f0b429'],
  blue: ['#2563c9', '#7cb0ff'],
  green: ['#1c7d4d', '#5fd39a'],
} as const

const style = ([light, dark]: readonly [light: string, dark: string]): string => `
:root { color-scheme: light dark; --ground: #f6f6f3; --card: #fff; --ink: #1d1f23; --soft: #5c6169; --line: #e2e2dc; --light: ${light} }
@media (prefers-color-scheme: dark) {
  :root { --ground: #131417; --card: #1c1e22; --ink: #ececea; --soft: #a6abb3; --line: #33363c; --light: ${dark} }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { width: 100%; max-width: 34rem; padding: clamp(1.5rem, 6vw, 3rem); background: var(--card); border: 1px solid var(--line);
  border-radius: 1rem; overflow-wrap: anywhere }
svg { display: block; height: 3.5rem; width: auto; margin-bottom: 1.5rem }
h1 { margin: 0 0 .5rem; font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.2; letter-spacing: -.01em }
p { margin: 0 0 1.5rem; font-size: 1.0625rem }
dl { display: grid; grid-template-columns: auto 1fr; align-items: baseline; gap: .5rem 1.25rem; margin: 0; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: .875rem }
dt { color: var(--soft) }
dd { margin: 0 }
code { font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; user-select: all }
button { margin-left: .5rem; padding: .25rem .75rem; min-height: 2rem; border: 1px solid var(--line); border-radius: .5rem; background: none;
  color: inherit; font: inherit; cursor: pointer }
button:hover { border-color: var(--soft) }
button:focus-visible { outline: 2px solid var(--light); outline-offset: 2px }
[hidden] { display: none }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .75rem } }
`

const signal = `<svg viewBox="8 0 24 64" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
<rect x="9" y="1" width="22" height="42" rx="11"/><path d="M20 43v20M10 63h20"/><circle cx="20" cy="12" r="5.5" opacity=".35"/>
<circle cx="20" cy="31" r="6.5" fill="var(--light)" stroke="var(--light)"/></svg>`

/** Copies the error id. Where scripts or the clipboard are blocked, a click selects the whole id. */
export const script = `
const button = document.querySelector('button')
if (navigator.clipboard) button.hidden = false
button.onclick = async () => {
  await navigator.clipboard.writeText(document.querySelector('#id').textContent)
  button.textContent = 'Copied'
}
`

/** A self-contained page, used as template when there is no other. */
export const page = ({ heading, light }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} (\${status})</title>
<style>${style(lights[light])}</style>
</head>
<body>
<main>
${signal}
<h1>${heading}</h1>
<p>\${message}</p>
<dl>
<dt>Status</dt><dd>\${status}</dd>
<dt>Cause</dt><dd><code>\${cause}</code></dd>
<dt>Error id</dt><dd><code id="id">\${errorId}</code><button type="button" aria-live="polite" hidden>Copy</button></dd>
</dl>
</main>
<script>${script}</script>
</body>
</html>
`
