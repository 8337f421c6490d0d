import { expect, test } from 'vitest'
import { placeBody, placeIn } from './places.ts'

test.for([
  { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua Um, 2' },
  { latitude: -23.55, longitude: -46.63, name: '', address: '' },
  { latitude: 0, longitude: 180, name: '12, 13 e 14', address: '' },
])('a location that was written is read back', (place) => {
  expect(placeIn(placeBody(place))).toEqual(place)
  expect(placeIn(placeBody(place, 'data:image/jpeg;base64,AAAA'))).toEqual(place)
})

test('the parts stay separate, whatever the name', () => {
  const body = placeBody({ latitude: 1.5, longitude: 2, name: 'a|https://evil.example', address: '' })

  expect(body.split('|')).toHaveLength(3)
  expect(placeIn(body)).toMatchObject({ latitude: 1.5, longitude: 2 })
})

test('a body without coordinates is no location', () => {
  expect(placeIn('javascript:alert(1)|Casa')).toBeUndefined()
})
