import { expect, test } from 'vitest'
import { locationBody, locationIn } from './locations.ts'

test.for([
  { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua Um, 2' },
  { latitude: -23.55, longitude: -46.63, name: '', address: '' },
  { latitude: 0, longitude: 180, name: '12, 13 e 14', address: '' },
])('a location is parsed back as it was written', (location) => {
  expect(locationIn(locationBody(location))).toEqual(location)
  expect(locationIn(locationBody(location, 'data:image/jpeg;base64,AAAA'))).toEqual(location)
})

test('name and address stay separate, with any name', () => {
  const body = locationBody({ latitude: 1.5, longitude: 2, name: 'a|https://evil.example', address: '' })

  expect(body.split('|')).toHaveLength(3)
  expect(locationIn(body)).toMatchObject({ latitude: 1.5, longitude: 2 })
})

test('a body without coordinates is no location', () => {
  expect(locationIn('javascript:alert(1)|Casa')).toBeUndefined()
})
