import { expect, test } from 'vitest'
import { drawMap } from './drawn-map.ts'

test('a place always has the same map, and another place another one', () => {
  const square = { latitude: -23.5505, longitude: -46.6333 }

  expect(drawMap(square)).toEqual(drawMap({ ...square }))
  expect(drawMap(square)).not.toEqual(drawMap({ latitude: -22.9068, longitude: -43.1729 }))
})

test('every place has streets and a park within the drawing', () => {
  for (let step = 0; step < 200; step++) {
    const map = drawMap({ latitude: -90 + step * 0.9, longitude: -180 + step * 1.8 })
    expect(Object.values(map).every((path) => /^M[-\d. MLQCHZ]+$/.test(path))).toBe(true)
    expect(map.streets.match(/L/g)?.length).toBeGreaterThan(2)
    expect(map.streets.match(/Q/g)?.length).toBeGreaterThan(1)
  }
})
