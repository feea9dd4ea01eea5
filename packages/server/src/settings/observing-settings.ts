import { oneOf, settingIn, share, textThat, trueOrFalse, wholeNumber } from './setting.ts'

const setting = settingIn('observing')

/** The settings of logs, traces and probes. */
export const observingSettings = {
  log: setting<'auto' | 'json' | 'pretty' | 'off'>({
    initial: 'auto',
    about: 'How the server logs to standard output: one line of JSON for each entry, or pretty for people',
    more: 'With auto, it is pretty on a terminal, else json',
    allowed: 'auto, json, pretty or off',
    read: oneOf('auto', 'json', 'pretty', 'off'),
  }),
  logLevel: setting<'debug' | 'info' | 'warn' | 'error'>({
    initial: 'info',
    about: 'The least severe entries that are logged',
    allowed: 'debug, info, warn or error',
    read: oneOf('debug', 'info', 'warn', 'error'),
  }),
  accessLog: setting({
    initial: 'stdout',
    about: 'Where the server writes its access log, one line for each request except successful probes',
    more: 'By default, createServer writes none',
    allowed: 'off, stdout or file:PATH',
    read: textThat((text) => ['off', 'stdout'].includes(text) || /^file:./.test(text)),
  }),
  accessLogSample: setting({
    initial: 1,
    about: 'Share of the successful requests that the access log lists',
    more: 'Errors and slow requests are always listed',
    allowed: 'a number from 0 to 1',
    read: share,
  }),
  tracing: setting<boolean>({
    initial: false,
    about: 'Whether requests, webhooks and the gateway are traced by the OpenTelemetry SDK of the process',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  evaluationEvents: setting<boolean>({
    initial: false,
    about: 'Whether evaluations are recorded as feature_flag.evaluation events of OpenTelemetry',
    more: 'These are evaluations of features, configs and experiments',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
  readyLag: setting({
    initial: 15,
    about: 'Seconds without contact to the store, or behind its event log, after which the server is not ready',
    more: 'With 0 it stays ready and serves what it knows',
    allowed: 'a whole number from 0 to 86400',
    read: wholeNumber(0, 86_400),
  }),
  drainMs: setting({
    initial: 0,
    about: 'Milliseconds for which a server still serves after the signal to stop',
    more: 'Its probes already report that it is not ready',
    allowed: 'a whole number from 0 to 300000',
    read: wholeNumber(0, 300_000),
  }),
} as const
