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
  twoProportionZ: [
    { A: [200, 1000], B: [250, 1000], z: 2.6774, p: 0.0074196, interval: [0.013464, 0.086536] },
    { A: [100, 1000], B: [120, 1000], z: 1.4293, p: 0.152918 },
  ],
  sequentialRelative: [
    { A: [1396, 3000], B: [2422, 3461], tuning: 5000, uplift: 0.50386, interval: [0.40098, 0.60675] },
  ],
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
