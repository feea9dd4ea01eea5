/** The stylesheet of the pages: its text, and its name, which changes with the text. */
export interface Stylesheet {
  readonly name: string
  readonly text: string
}

const known = new Map<string, Stylesheet>()

/** The stylesheet with the declarations of a theme. */
export function stylesheet(theme = ''): Stylesheet {
  const found = known.get(theme)
  if (found) return found
  const text = theme === '' ? base : `${base}:root{${theme}}\n`
  const one = { name: `style-${hashOf(text)}.css`, text }
  known.clear()
  known.set(theme, one)
  return one
}

/** FNV-1a, 32 bits: only to tell versions of a file apart. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The values are the ones that the dashboard has, light and dark: text has a contrast of at least 4.5:1. */
const base = `@font-face{font-family:"Public Sans";src:url(public-sans.woff2) format("woff2");font-weight:100 900;font-display:swap}
@font-face{font-family:"Overpass Mono";src:url(overpass-mono.woff2) format("woff2");font-weight:300 700;font-display:swap;ascent-override:97%;descent-override:26%;line-gap-override:0%}
:root{color-scheme:light dark;
--portal-ground:light-dark(oklch(.966 .004 85),oklch(.165 .008 260));
--portal-panel:light-dark(oklch(1 0 0),oklch(.208 .009 260));
--portal-line:light-dark(oklch(.918 .005 85),oklch(.283 .011 260));
--portal-ink:light-dark(oklch(.235 .014 260),oklch(.94 .004 260));
--portal-muted:light-dark(oklch(.485 .016 260),oklch(.73 .012 260));
--portal-accent:light-dark(oklch(.485 .15 258),oklch(.77 .105 258));
--portal-accent-ink:light-dark(oklch(1 0 0),oklch(.19 .03 260));
--portal-sans:"Public Sans",system-ui,sans-serif;
--portal-mono:"Overpass Mono",ui-monospace,monospace;
--portal-radius:6px}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--portal-ground);color:var(--portal-ink);font:1rem/1.6 var(--portal-sans);overflow-wrap:anywhere}
a{color:var(--portal-accent)}
:focus-visible{outline:2px solid var(--portal-accent);outline-offset:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:1rem;background:var(--portal-panel);padding:.5rem}
.top{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1.5rem;background:var(--portal-panel);border-bottom:1px solid var(--portal-line)}
.top a{color:inherit;text-decoration:none;display:inline-flex;align-items:center;gap:.5rem;min-height:24px}
.site{font-weight:600}.logo{height:28px;max-width:160px}.icon{height:1.25em;vertical-align:middle}
.top form{margin-left:auto}
input,select,button{font:inherit;color:inherit;background:var(--portal-panel);border:1px solid var(--portal-muted);border-radius:var(--portal-radius);padding:.25rem .75rem;max-width:100%}
button.main,.button{background:var(--portal-accent);color:var(--portal-accent-ink);border-color:transparent}
.button{display:inline-block;padding:.25rem .75rem;border-radius:var(--portal-radius);text-decoration:none}
.account{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;margin-left:auto}.top form+.account{margin-left:0}
.top .account form{margin:0;width:auto}
.form{max-width:32rem}.field{margin:0 0 1rem}.field label{display:block;font-weight:600}.field .tick{font-weight:400}
.field input:not([type=checkbox]),.field select{width:100%;min-height:36px;border-radius:var(--portal-radius)}
.field textarea{width:100%;font:.875rem/1.5 var(--portal-mono);padding:.5rem;color:inherit;background:var(--portal-panel);border:1px solid var(--portal-muted);border-radius:var(--portal-radius)}
.field p{margin:.25rem 0 0;font-size:.875rem}.problem{color:light-dark(oklch(.48 .18 27),oklch(.76 .14 27))}[aria-invalid]{border-color:currentColor}
.terms{max-height:16rem;overflow-y:auto;padding:0 1rem;margin:0 0 1rem;border:1px solid var(--portal-line);border-radius:var(--portal-radius)}
.columns{display:grid;grid-template-columns:240px minmax(0,1fr);max-width:1200px;margin:0 auto}
.sidebar{padding:1.5rem;font-size:.875rem}
.sidebar ul{list-style:none;margin:0;padding:0}.sidebar ul ul{padding-left:.75rem}
.sidebar a,.sidebar .group{display:block;padding:.25rem 0}.sidebar .group{font-weight:600}
.sidebar a,.cards h2 a{text-decoration:none}.sidebar a{color:var(--portal-muted)}.sidebar a:hover,.cards h2 a:hover{text-decoration:underline}
.sidebar [aria-current]{color:var(--portal-ink);font-weight:600}.sidebar .references{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--portal-line)}
main{padding:1.5rem 2rem 3rem;background:var(--portal-panel);min-width:0}
body>main{max-width:960px;margin:0 auto}
main:focus{outline:none}
h1,h2,h3{line-height:1.25;text-wrap:balance}
h1{font-size:1.75rem}h2{font-size:1.25rem;margin-top:2rem}h3{font-size:1rem}
img{max-width:100%}
pre{overflow-x:auto;padding:1rem;background:var(--portal-ground);border:1px solid var(--portal-line);border-radius:var(--portal-radius)}
code,pre,.address{font-family:var(--portal-mono);font-size:.875em}
pre code{font-size:inherit}.wrap{white-space:pre-wrap}.sample pre{white-space:pre-wrap;overflow-wrap:anywhere}
button{cursor:pointer}.copy{position:relative;float:right;margin:.5rem .5rem -3rem 0;font-size:.75rem}.copy+pre{padding-right:5.5rem}
table{display:block;overflow-x:auto;border-collapse:collapse}
th,td{border:1px solid var(--portal-line);padding:.375rem .75rem;text-align:left;vertical-align:top}
.to-right{text-align:right}.to-center{text-align:center}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--portal-line);color:var(--portal-muted)}
.muted{color:var(--portal-muted)}
.notice,.banner{padding:.75rem 1rem;border:1px solid var(--portal-line);border-left:4px solid var(--portal-accent);border-radius:var(--portal-radius)}
.banner{max-width:1152px;margin:1rem auto;width:calc(100% - 3rem);display:flex;gap:1rem;align-items:start;justify-content:space-between;background:var(--portal-panel)}
.banner[hidden]{display:none}.banner>:first-child,.banner p{margin:0}
.cards{list-style:none;padding:0;display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.cards>li{border:1px solid var(--portal-line);border-radius:var(--portal-radius);padding:1rem 1.25rem}
.cards h2,.cards h3{margin:0;font-size:1.0625rem}.cards p{margin:.375rem 0 0}
section.operation{margin-top:2.5rem;padding-top:.5rem;border-top:1px solid var(--portal-line)}.operation td,.operation td code{overflow-wrap:anywhere}.operation td p{margin:0 0 .25rem}.request{overflow-wrap:anywhere}
.fact{color:var(--portal-muted);font-size:.875em}summary{cursor:pointer;padding:.25rem 0;min-height:24px}.operations code{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;margin:.75rem 0 0}dt{color:var(--portal-muted)}dd{margin:0}
iframe{width:100%;height:75vh;border:1px solid var(--portal-line);border-radius:var(--portal-radius);background:#fff}
.footer{padding:1.5rem;color:var(--portal-muted);font-size:.875rem;text-align:center}
.filters{display:flex;flex-wrap:wrap;gap:.5rem}
@media (max-width:720px){.columns{grid-template-columns:minmax(0,1fr)}.columns main{order:-1}.top form{margin:0;width:100%}.top input{width:100%}main{padding:1rem}.copy{float:none;display:block;margin:1rem 0 -.75rem auto}.copy+pre{padding-right:1rem}}
`
