/** Values that the statistics must reproduce to the given digits; binomial counts are [converted, clients]. */
export const statistics = {
  chiSquareSf: [
    [3.841, 1, 0.05],
    [6.635, 1, 0.01],
    [10.828, 1, 0.001],
    [5.991, 2, 0.05],
    [9.21, 2, 0.01],
    [13.816, 2, 0.001],
  ],
  sampleRatioMismatch: [
    { observed: [821588, 815482], traffic: [0.5, 0.5], chi2: 22.7744, p: 1.8218e-6 },
    { observed: [10000, 10500], traffic: [0.5, 0.5], p: 0.000479 },
    { observed: [5000, 5200], traffic: [0.5, 0.5], p: 0.04767 },
    { observed: [510, 490], traffic: [0.5, 0.5], p: 0.52709 },
    { observed: [8900, 1100], traffic: [0.9, 0.1], p: 0.000858 },
    { observed: [333, 333, 400], traffic: [0.3333333333333333, 0.3333333333333333, 0.3333333333333333], p: 0.01483 },
  ],
  probabilityBBeatsA: [
    { A: [49, 100], B: [51, 100], p: 0.610771 },
    { A: [200, 1000], B: [250, 1000], p: 0.996283 },
    { A: [100, 1000], B: [120, 1000], p: 0.923183 },
    { A: [10, 100], B: [15, 100], p: 0.853284 },
    { A: [0, 0], B: [0, 0], p: 0.5 },
  ],
  expectedLossOfB: [
    { A: [49, 100], B: [51, 100], loss: 0.01911646 },
    { A: [200, 1000], B: [250, 1000], loss: 2.136363e-5 },
    { A: [100, 1000], B: [120, 1000], loss: 0.0004846139 },
    { A: [10, 100], B: [15, 100], loss: 0.003578088 },
  ],
  probabilityBest: [
    {
      counts: [
        [100, 1000],
        [120, 1000],
        [125, 1000],
      ],
      p: [0.0139, 0.3608, 0.6253],
      tolerance: 0.001,
    },
  ],
  credible95: [
    { count: [49, 100], interval: [0.39404, 0.58672] },
    { count: [200, 1000], interval: [0.17639, 0.22594] },
    { count: [120, 1000], interval: [0.10132, 0.14163] },
  ],
  wilson95: [
    { count: [10, 100], interval: [0.05523, 0.17437] },
    { count: [0, 10], interval: [0, 0.27753] },
    { count: [200, 1000], interval: [0.17638, 0.22592] },
  ],
  // p and ratio: statsmodels 0.14 (method='score', correction=False). difference: the likelihood maximized with 40 digits, since
  // statsmodels has another cubic equation than Miettinen and Nurminen there.
  score: [
    {
      A: [100, 1000],
      B: [130, 1000],
      p: 0.03548845046647471,
      difference: [0.0020486252134248447, 0.0581653421682731],
      ratio: [1.017864766620379, 1.6612576608274867],
    },
    {
      A: [540, 3000],
      B: [606, 3000],
      p: 0.0301898089416668,
      difference: [0.0021090559067625057, 0.041897445436645406],
      ratio: [1.011092760522386, 1.2456788694259713],
    },
    {
      A: [5, 400],
      B: [1, 400],
      p: 0.1011817015362449,
      difference: [-0.026713593146604528, 0.002730833398711266],
      ratio: [0.031048078305075857, 1.2832994292694688],
    },
    {
      A: [0, 200],
      B: [7, 200],
      p: 0.0076029901287189856,
      difference: [0.01582751594826868, 0.07047061152229073],
      ratio: [],
    },
    {
      A: [900, 9000],
      B: [120, 1000],
      p: 0.04742340937488427,
      difference: [0.00021299228234297095, 0.04241320925596929],
      ratio: [1.002085698427506, 1.4322528749573327],
    },
    {
      A: [3, 100000],
      B: [11, 90000],
      p: 0.019369293297556343,
      difference: [1.685277033707778e-5, 0.00019196165529025315],
      ratio: [1.2237301413863733, 13.563736807835712],
    },
    {
      A: [199, 200],
      B: [180, 200],
      p: 2.049231624193431e-5,
      difference: [-0.14499401775031856, -0.0575206008585381],
      ratio: [0.8544189103266536, 0.9417302955326883],
    },
  ],
  // Cochran's test, and its inversion with likelihoods maximized numerically.
  stratifiedScore: {
    strata: [
      [
        [100, 1000],
        [120, 1000],
      ],
      [
        [60, 200],
        [620, 1800],
      ],
    ],
    p: 0.056865815068563405,
    difference: [-0.0007805891915538585, 0.053431351676627714],
    uplift: [-0.0045702122154991365, 0.3887858129397279],
  },
  sampleSizePerArm: [
    { base: 0.2, effect: 0.05, n: 1030 },
    { base: 0.1, effect: 0.02, n: 3623 },
    { base: 0.05, effect: 0.01, n: 7663 },
    { base: 0.03, effect: 0.003, n: 51486 },
  ],
}
/** The variants that 20 new clients get under `balanced`, in order. */
export const balanced = [
  { traffic: [0.4, 0.6], first20: 'ABBABABBABABBABABBAB' },
  { traffic: [0.5, 0.5], first20: 'ABABABABABABABABABAB' },
  { traffic: [0.2, 0.3, 0.5], first20: 'ACBCBCACBCACBCBCACBC' },
  { traffic: [0.3333333333333333, 0.3333333333333333, 0.3333333333333333], first20: 'ABCABCABCABCABCABCAB' },
  { traffic: [0.1, 0.9], first20: 'ABBBBBBBBBABBBBBBBBB' },
]
