import { expect, test } from 'vitest'
import { someMessage } from '../../../test/some-message.ts'
import { signedAgain, unsigned } from './message-kind.ts'

const signedByCamila = someMessage({ id: 1, fromMe: true, body: '*Camila:*\nSeu pedido saiu' })

test('a signed message is edited without its signature and keeps it', () => {
  expect(unsigned(signedByCamila)).toBe('Seu pedido saiu')
  expect(signedAgain(signedByCamila, 'Seu pedido chegou')).toBe('*Camila:*\nSeu pedido chegou')
})

test('a signature that ends with CR LF, as in form data, is kept', () => {
  const sent = { ...signedByCamila, body: '*Camila:*\r\nSeu pedido saiu' }
  expect(signedAgain(sent, 'Chegou')).toBe('*Camila:*\r\nChegou')
})

test('editing an unsigned message adds no signature', () => {
  expect(signedAgain({ ...signedByCamila, body: 'Seu pedido saiu' }, 'Chegou')).toBe('Chegou')
  const customers = someMessage({ id: 2, fromMe: false, body: '*Camila:*\noi' })
  expect(unsigned(customers)).toBe('*Camila:*\noi')
})
