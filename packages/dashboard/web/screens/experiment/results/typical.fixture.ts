import type { Ran } from './results.fixture.ts'

/** A typical result of an experiment. */
export interface Typical {
  readonly title: string
  readonly ran: Ran
  /** The sentence that the page gives, in the view that allows looks at any time. */
  readonly sentence: string
  /** Why the sentence is right. */
  readonly right: string
}

const two = (A: readonly [converted: number, users: number], B: readonly [converted: number, users: number]) => [
  { id: 'A', converted: A[0], users: A[1] },
  { id: 'B', converted: B[0], users: B[1] },
]

/** Twelve typical results, as the page of the documentation lists them. */
export const typicalResults: readonly Typical[] = [
  {
    title: 'A new experiment',
    ran: { variants: two([0, 0], [0, 0]) },
    sentence: 'Nobody has seen it yet.',
    right: 'There is no data. Zeros and empty intervals would look like a result.',
  },
  {
    title: 'Nobody converts',
    ran: { variants: two([0, 1500], [0, 1500]) },
    sentence: 'Too early to tell: no conversions yet.',
    right: 'Equal rates of 0 are more often a report that is missing than a result.',
  },
  {
    title: 'The first days',
    ran: { variants: two([12, 210], [23, 205]), days: 3 },
    sentence: 'Too early to tell: 12 of 30 conversions.',
    right: 'B has almost twice the rate, but with so few conversions the intervals themselves are wrong too often.',
  },
  {
    title: 'An early lead',
    ran: { variants: two([540, 3000], [606, 3000]), days: 7 },
    sentence: 'Too early to tell: B may convert up to 5% fewer or up to 32% more clients than A.',
    right:
      'The p-value of 0.03 suggests stopping. It is valid for one look only: looking every day and stopping at the first such value is wrong far more often than 5 times in 100.',
  },
  {
    title: 'A winner',
    ran: { variants: two([1092, 6000], [1332, 6000]) },
    sentence: 'Ship B: it converts more clients than A.',
    right: 'The whole interval is above 0, and it holds however often someone looked.',
  },
  {
    title: 'A loser',
    ran: { variants: two([1000, 5000], [790, 5000]) },
    sentence: 'Keep A: B converts fewer clients.',
    right: 'The whole interval is below 0: each further client of B costs conversions.',
  },
  {
    title: 'No difference',
    ran: { variants: two([5200, 13_000], [5210, 13_000]), days: 28 },
    sentence: 'No difference that matters: B converts up to 4.5% fewer or up to 5.1% more clients than A.',
    right:
      'The interval contains 0 and nothing beyond 10%. That is knowledge, unlike an interval that contains everything.',
  },
  {
    title: 'A little better, at the planned end',
    ran: { variants: two([1600, 4000], [1640, 4000]) },
    sentence: 'Little to lose with B: it is not shown to be better than A, but hardly worse.',
    right:
      'The interval contains 0, so B is not shown to be better. The expected loss is small, so B is safe to choose for other reasons.',
  },
  {
    title: 'No effect, at the planned end',
    ran: { variants: two([1600, 4000], [1540, 4000]) },
    sentence: 'Keep A: B has shown no improvement.',
    right:
      'There were enough users to see 10% more in 80 of 100 experiments, and nothing was seen. Without evidence for a change, the baseline stays.',
  },
  {
    title: 'Four variants',
    ran: {
      variants: [
        ...two([1600, 4000], [1620, 4000]),
        { id: 'C', converted: 1840, users: 4000 },
        { id: 'D', converted: 1480, users: 4000 },
      ],
    },
    sentence: 'Ship C: it converts more clients than A.',
    right:
      'Three comparisons have three chances to be wrong. The intervals are widened for that, and C is above 0 even so.',
  },
  {
    title: 'Stopped early',
    ran: { variants: two([200, 1000], [215, 1000]), enabled: false, days: 4 },
    sentence:
      'Too early to tell, and the experiment is off: B may convert up to 18% fewer or up to 41% more clients than A.',
    right: 'The experiment ended before its figures did. Neither variant is shown to be better or worse.',
  },
  {
    title: 'A skewed split',
    ran: {
      variants: [
        { id: 'A', converted: 728, users: 4000, bound: 4000 },
        { id: 'B', converted: 851, users: 3700, bound: 3700 },
      ],
    },
    sentence: 'The split is off. Don’t trust these results.',
    right:
      'B would win by its rate, but users are missing in B, and those who are missing are rarely like the others. All rates are hidden.',
  },
]
