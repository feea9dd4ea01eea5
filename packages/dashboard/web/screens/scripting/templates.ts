/** A script to begin with. */
export interface Template {
  readonly label: string
  readonly script: string
}

/** Scripts to begin with, in JavaScript. */
export const templates: readonly Template[] = [
  {
    label: 'By an attribute',
    script: `function enabled(context, enabled, disabled) {
  context.country === 'FR' ? enabled() : disabled()
}
`,
  },
  {
    label: 'During office hours',
    script: `function enabled(context, enabled, disabled) {
  const now = new Date() // in UTC
  const isWeekday = now.getUTCDay() >= 1 && now.getUTCDay() <= 5
  isWeekday && now.getUTCHours() >= 8 && now.getUTCHours() < 17 ? enabled() : disabled()
}
`,
  },
  {
    label: 'Ask a service',
    script: `// The server must allow the origin: see SIGNALBOX_SCRIPT_ORIGINS.
async function enabled(context, enabled, disabled, http) {
  const response = await http.fetch('https://plans.example.com/' + context.id, { method: 'GET' })
  if (!response.ok) return disabled()
  const { plan } = await response.json()
  console.log('plan', plan)
  plan === 'pro' ? enabled() : disabled()
}
`,
  },
]

/** Whether nothing is lost if a script is replaced: nobody has written in it since it was created or chosen. */
export const isUntouched = (script: string, blank: string): boolean =>
  ['', blank, ...templates.map((one) => one.script)].some((one) => one.trim() === script.trim())
