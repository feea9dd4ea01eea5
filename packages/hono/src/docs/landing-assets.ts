/** The assets of the landing page: its drawing, its style sheet, and its script, which copies commands. */

/** A railway signal with three aspects, of which the clear one is lit. */
export const emblem = `<svg viewBox="0 0 40 64" width="40" height="64" aria-hidden="true">
<path class="post" d="M18 50h4v14h-4z"/>
<rect class="housing" x="4" y="1" width="32" height="50" rx="9"/>
<circle class="dim" cx="20" cy="11.5" r="5.5"/><circle class="dim" cx="20" cy="26" r="5.5"/>
<circle class="glow" cx="20" cy="40.5" r="8"/><circle class="lit" cx="20" cy="40.5" r="5.5"/>
</svg>`

export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(oklch(.985 .004 85), oklch(.2 .012 260));
  --panel: light-dark(oklch(1 0 0), oklch(.235 .013 260));
  --sunken: light-dark(oklch(.962 .006 85), oklch(.175 .012 260));
  --line: light-dark(oklch(.885 .008 85), oklch(.33 .014 260));
  --edge: light-dark(oklch(.62 .015 85), oklch(.58 .016 260));
  --ink: light-dark(oklch(.24 .015 260), oklch(.94 .006 85));
  --muted: light-dark(oklch(.47 .018 260), oklch(.75 .012 260));
  --accent: light-dark(oklch(.47 .11 255), oklch(.77 .1 255));
  --clear: light-dark(oklch(.6 .15 152), oklch(.79 .16 152));
  --clear-soft: light-dark(oklch(.945 .04 152), oklch(.3 .05 152));
  --caution-soft: light-dark(oklch(.93 .07 85), oklch(.36 .07 80));
  --focus: light-dark(oklch(.52 .17 255), oklch(.8 .115 255));
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 1rem/1.5 system-ui, sans-serif; -webkit-text-size-adjust: 100% }
header, main { max-width: 58rem; margin: 0 auto; padding: 0 1.25rem }
header { display: flex; gap: 1.25rem; align-items: center; padding-top: clamp(2rem, 7vw, 4.5rem) }
header svg { flex: none }
header p { margin: .35rem 0 0; color: var(--muted); max-width: 44ch; text-wrap: balance }
h1 { margin: 0; font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.1; font-weight: 680; letter-spacing: -.02em }
h1 small { font-size: .4em; font-weight: 450; letter-spacing: 0; color: var(--muted); vertical-align: .55em }
h2 { margin: 0 0 .9rem; font-size: 1.125rem; font-weight: 650 }
h3 { margin: 0; font-size: 1rem; font-weight: 600 }
section { margin: 2.5rem 0 }
section > p { margin: -.4rem 0 1rem; color: var(--muted) }
code, pre { font-family: var(--mono); font-size: .8125rem }
.post, .housing { fill: light-dark(oklch(.3 .02 260), oklch(.42 .02 260)) }
.dim { fill: light-dark(oklch(.42 .02 260), oklch(.3 .02 260)) }
.lit { fill: oklch(.8 .19 152) }
.glow { fill: oklch(.8 .19 152 / .3) }
.state { display: flex; gap: .75rem; margin: 2rem 0 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel) }
.state span { color: var(--muted) }
.state b { font-weight: 600; color: var(--ink) }
.state i { flex: none; width: .625rem; height: .625rem; margin-top: .44rem; border-radius: 50%; background: var(--clear); box-shadow: 0 0 0 4px var(--clear-soft) }
ul, ol { list-style: none; margin: 0; padding: 0 }
.places { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(16.5rem, 100%), 1fr)) }
.places a { display: grid; align-content: start; gap: .15rem; height: 100%; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); color: inherit; text-decoration: none; transition: border-color 120ms }
.places a:hover { border-color: var(--accent) }
.places b { font-weight: 600; color: var(--accent) }
.places span { color: var(--muted); font-size: .9375rem }
.places code { margin-top: .35rem; color: var(--muted); overflow-wrap: anywhere }
ol { counter-reset: step; display: grid; gap: 1.5rem }
ol > li { position: relative; padding-left: 2.5rem; min-width: 0 }
ol > li::before { counter-increment: step; content: counter(step); position: absolute; left: 0; top: 0; width: 1.625rem; height: 1.625rem; border: 1px solid var(--edge); border-radius: 50%; text-align: center; line-height: 1.5rem; font-size: .875rem; font-variant-numeric: tabular-nums }
ol p { margin: .1rem 0 .6rem; color: var(--muted) }
.command { position: relative }
pre { margin: 0; padding: .8rem 5rem .8rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.6 }
mark { padding: .05em .25em; border-radius: 3px; background: var(--caution-soft); color: inherit }
button { position: absolute; top: .45rem; right: .45rem; min-height: 2rem; padding: 0 .7rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--panel); color: inherit; font: inherit; font-size: .8125rem; cursor: pointer }
button:hover { border-color: var(--accent); color: var(--accent) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
main { padding-bottom: 4rem }
@media (min-width: 38rem) { .places li:first-child { grid-column: span 2 } }
@media (max-width: 32rem) {
  header { align-items: start }
  header svg { width: 30px; height: 48px }
  ol > li { padding-left: 0 }
  ol > li h3 { padding-left: 2.5rem; line-height: 1.625rem }
  pre { padding-right: 1rem; padding-bottom: 3.2rem }
  button { top: auto; bottom: .45rem; min-height: 2.5rem }
}
@media (prefers-reduced-motion: reduce) { .places a { transition: none } }
`

/** Copies a command, if the browser allows pages to do so. */
export const script = `
for (const command of navigator.clipboard ? document.querySelectorAll('.command') : []) {
  const button = command.querySelector('button')
  button.hidden = false
  button.addEventListener('click', async () => {
    const code = command.querySelector('code')
    try {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      button.textContent = 'Selected'
    }
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  })
}
`
