import { expect, test } from 'vitest'
import { pointIn } from './point.ts'

const point = { latitude: -23.5505, longitude: -46.6333 }

test.for([
  '-23.5505, -46.6333',
  ' -23.5505 -46.6333 ',
  '(-23.5505; -46.6333)',
  '−23.5505, −46.6333',
  '-23,5505; -46,6333',
  '-23,5505, -46,6333',
  'geo:-23.5505,-46.6333?z=17',
  'https://maps.google.com/maps?q=-23.5505%2C-46.6333&z=17&hl=pt-BR',
  'https://www.google.com/maps/place/Pra%C3%A7a+da+S%C3%A9/@-23.1,-46.1,17z/data=!3m1!4b1!3d-23.5505!4d-46.6333',
  'https://www.google.com/maps/@-23.5505,-46.6333,17z',
  'https://www.google.com/maps/search/?api=1&query=-23.5505,-46.6333',
  'https://www.openstreetmap.org/?mlat=-23.5505&mlon=-46.6333#map=19/-23.1/-46.1',
  'https://www.openstreetmap.org/#map=17/-23.5505/-46.6333',
  'https://maps.apple.com/?ll=-23.5505,-46.6333&q=Loja',
  'https://www.waze.com/ul?ll=-23.5505%2C-46.6333&navigate=yes',
])('finds a point in %s', (text) => {
  expect(pointIn(text)).toEqual(point)
})

test('gives the reason when there is no point', () => {
  expect(pointIn('Praça da Sé, 10')).toBe('none')
  expect(pointIn('')).toBe('none')
  expect(pointIn('-23.5505')).toBe('none')
  expect(pointIn('91, 0')).toBe('range')
  expect(pointIn('0, -180.1')).toBe('range')
  expect(pointIn('https://maps.app.goo.gl/abcDEF123')).toBe('short')
})
