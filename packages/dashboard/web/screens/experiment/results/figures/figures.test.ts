import { expect, it } from 'vitest'
import {
  percent,
  points,
  probability,
  pValue,
  rarity,
  rateWithInterval,
  share,
  smallShare,
  upliftWithInterval,
} from './figures.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [percent(0.182), '18.2%'],
  [percent(0), '0.0%'],
  [percent(0.0003), '0.03%'],
  [percent(-0.1234, 0), '−12%'],
  [percent(2.7e-20), '0.0%'],
  [share(0.5), '50%'],
  [share(1 / 3), '33.3%'],
  [smallShare(0.0034), '0.3%'],
  [smallShare(1e-9), 'under 0.01%'],
  [rateWithInterval(0.182, [0.169, 0.196]), '18.2% (16.9% to 19.6%)'],
  [rateWithInterval(0.1, [0.05523, 0.17437]), '10% (6% to 17%)'],
  [rateWithInterval(0.1, [0.05523, 0.17437], 2), '10.00% (5.52% to 17.44%)'],
  [upliftWithInterval(0.12, [0.03, 0.22]), '+12% (+3% to +22%)'],
  [upliftWithInterval(0.1, [0.001, 0.2]), '+10% (+0.1% to +20%)'],
  [upliftWithInterval(-0.5, [-0.6, -0.4]), '−50% (−60% to −40%)'],
  [upliftWithInterval(0, [-0.01, 0.01]), '0.0% (−1.0% to +1.0%)'],
  [upliftWithInterval(70, [10, 130]), '+7,000% (+1,000% to +13,000%)'],
  [probability(0.991), '99.1%'],
  [probability(0.99951), '99.95%'],
  [probability(1), 'over 99.99%'],
  [probability(0), 'under 0.01%'],
  [pValue(0.0074196), '0.0074'],
  [pValue(1.8e-6), 'under 0.0001'],
  [pValue(1), '1'],
  [rarity(0.0002), '1 of 5,000'],
  [rarity(0.00048), '1 of 2,100'],
  [rarity(0), 'fewer than 1 of 1,000,000'],
  [points(2.136363e-5), '0.0021'],
  [points(0.01911646), '1.9'],
  [points(0), 'under 0.0001'],
])('%s', (text, expected) => {
  expect(plain(text)).toBe(expected)
})
