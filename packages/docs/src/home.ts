/** The front page, as VitePress reads it. */
export const home = {
  layout: 'home',
  hero: {
    name: 'Signalbox',
    text: 'Feature flags, experiments and an API gateway in one library',
    tagline: 'Import it into your process, or run it as a server. The API is the same.',
    image: { src: '/packages/docs/pictures/junction.svg', alt: 'A track that divides, and a signal that shows green' },
    actions: [
      { theme: 'brand', text: 'Start', link: '/start/what' },
      { theme: 'alt', text: 'Five minutes in process', link: '/start/in-process' },
      { theme: 'alt', text: 'Five minutes as a server', link: '/start/server' },
    ],
  },
  features: [
    {
      title: 'Flags answered from memory',
      details: 'Dates, hours, percentages, lists, rules, segments and scripts. Each result can be explained.',
      link: '/evaluation',
    },
    {
      title: 'Configs with types',
      details: 'Any JSON value under a key. With rules, a config is a flag that is a number, a text or an object.',
      link: '/evaluation#values-by-rules',
    },
    {
      title: 'Experiments with results',
      details:
        'Variants, audiences and layers. Results have intervals, and an alarm for splits that are not as planned.',
      link: '/experiments',
    },
    {
      title: 'A gateway for your APIs',
      details:
        'Routes, plans and credentials. A feature opens a route; an experiment splits its clients between backends.',
      link: '/gateway/apis',
    },
    {
      title: 'Events and webhooks',
      details: 'Every change in one order: as callbacks, as a stream with replay, or signed and sent to your address.',
      link: '/events',
    },
    {
      title: 'A server in one command',
      details:
        'SQLite or PostgreSQL, a dashboard, probes, metrics and an audit log. Several servers share one database.',
      link: '/server/deployment',
    },
  ],
}
