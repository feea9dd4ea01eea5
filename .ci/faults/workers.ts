import type { Part } from './fault.ts'

export const workers: Part = {
  name: 'workers',
  tests: ['packages/server/src/workers/'],
  further: [
    'packages/server/src/workers/workers.slow.test.ts',
    'packages/server/src/workers/gateway-workers.slow.test.ts',
    'packages/server/src/workers/data-plane-workers.slow.test.ts',
  ],
  files: {
    'packages/server/src/workers/limit-tail.ts': [
      {
        breaks: 'a listener gets one line too many a second',
        text: 'else if (++count > LINES_PER_SECOND) dropped++',
        fault: 'else if (count++ > LINES_PER_SECOND) dropped++',
      },
      {
        breaks: 'what workers dropped themselves is not counted',
        text: "if (event.kind === 'dropped') dropped += event.count",
        fault: "if (event.kind === 'dropped') dropped++",
      },
      {
        breaks: 'dropped lines are reported again and again',
        text: 'dropped = 0\n    told(event)',
        fault: 'told(event)',
      },
      {
        breaks: 'a second begins with the lines of the one before',
        text: 'second = current\n        count = 0',
        fault: 'second = current',
      },
    ],
    'packages/server/src/workers/merge-metrics.ts': [
      {
        breaks: 'each worker repeats the comments of a metric',
        text: 'if (!known.has(name)) family.comments.push(line)',
        fault: 'family.comments.push(line)',
      },
      {
        breaks: 'the end of OpenMetrics is missing',
        text: 'if (line === END) isOpen = true',
        fault: 'if (line === END) isOpen = false',
      },
      {
        breaks: 'a sample without labels gets an empty one',
        text: ': `${name}{${label}}${rest}`',
        fault: ': `${name}{${label},}${rest}`',
      },
    ],
    'packages/server/src/workers/messages.ts': [
      {
        breaks: 'messages of other parts are taken for messages of workers',
        text: "typeof kind === 'string' && Object.hasOwn(kinds, kind)",
        fault: "typeof kind === 'string' && kind in kinds",
      },
    ],
    'packages/server/src/workers/observe-workers.ts': [
      {
        breaks: 'a server is ready before all its workers are',
        text: 'all.every(({ answer }) => answer === true)',
        fault: 'all.some(({ answer }) => answer === true)',
      },
      {
        breaks: 'a server without workers is ready',
        text: 'return all.length > 0 && all.every',
        fault: 'return all.every',
      },
      {
        breaks: 'metrics name workers from 0',
        text: 'worker: place + 1',
        fault: 'worker: place',
      },
      {
        breaks: 'a worker that is asked twice tells each line twice',
        text: 'tails.get(topic)?.()\n    tails.set',
        fault: 'tails.set',
      },
      {
        breaks: 'workers tell lines to a listener who has left',
        text: "void ask({ about: 'tail ended', topic })",
        fault: '',
      },
      {
        breaks: 'what only the second worker knows is not found',
        text: '.find(({ answer }) => answer !== undefined)',
        fault: '.slice(0, 1).find(({ answer }) => answer !== undefined)',
      },
    ],
    'packages/server/src/workers/own-key.ts': [
      {
        breaks: 'the key of the workers can be guessed',
        text: '{ length: 52 }',
        fault: '{ length: 5 }',
      },
    ],
    'packages/server/src/workers/restarts.ts': [
      {
        breaks: 'a worker that cannot start is started ten times a second',
        text: 'pause = Math.min(2 * pause, LAST_MS)',
        fault: '',
      },
      {
        breaks: 'a worker that served for long waits as if it could not start',
        text: 'if (now - startedAt >= LONG_MS) pause = FIRST_MS',
        fault: '',
      },
    ],
    'packages/server/src/workers/close-lost.ts': [
      {
        breaks: 'clients whose worker ended wait for ever',
        text: 'for (const { handle } of sent.values()) handle.close()',
        fault: '',
      },
      {
        breaks: 'a connection that another worker could take is closed',
        text: 'if (answered && accepted === false && !takers.get(answered.key)?.size) answered.handle.close()',
        fault: 'if (answered && accepted === false) answered.handle.close()',
      },
      {
        breaks: 'connections that a worker took are closed when it ends',
        text: 'sent.delete(ack)',
        fault: '',
      },
    ],
    'packages/server/src/workers/serve-as-worker.ts': [
      {
        breaks: 'a worker ends before its requests do',
        text: 'await worker?.close(drainMs)',
        fault: 'void worker?.close(drainMs)',
      },
      {
        breaks: 'a worker that cannot start stays',
        text: "await tell({ signalbox: 'failed', reason: message, code })\n      process.exit(1)",
        fault: "await tell({ signalbox: 'failed', reason: message, code })",
      },
    ],
    'packages/server/src/workers/supervise.ts': [
      {
        breaks: 'a worker that ends is not started again',
        text: 'if (isClosing) return\n        const timer',
        fault: 'if (!isClosing) return\n        const timer',
      },
      {
        breaks: 'a worker that starts while the server drains keeps its connections',
        text: "if (isDraining) tell({ signalbox: 'drain' })",
        fault: '',
      },
      {
        breaks: 'a worker that starts later tells nothing to listeners',
        text: 'for (const { question } of topics.values()) void askOne([place, running], question)',
        fault: '',
      },
      {
        breaks: 'workers get less time to finish than they have',
        text: "worker.send({ signalbox: 'close', drainMs } satisfies ToWorker",
        fault: "worker.send({ signalbox: 'close', drainMs: 0 } satisfies ToWorker",
      },
      {
        breaks: 'workers stay when one of them cannot start',
        text: 'await close(0)\n    throw error',
        fault: 'throw error',
      },
    ],
  },
}
