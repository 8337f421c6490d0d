import { expect, test } from 'vitest'
import { signedWith, withWords, wordsOf } from './signature.ts'

const signed = { body: signedWith('Camila', 'Seu pedido saiu'), signature: 'Camila' }

test('a signed message begins with the name in bold on a line of its own', () => {
  expect(signed.body).toBe('*Camila:*\nSeu pedido saiu')
  expect(wordsOf(signed)).toBe('Seu pedido saiu')
})

test('a signed message is edited without its signature and keeps it', () => {
  expect(withWords(signed, 'Seu pedido chegou')).toBe('*Camila:*\nSeu pedido chegou')
})

test('a signature that ends with CR LF, as in form data, is kept', () => {
  const sent = { ...signed, body: '*Camila:*\r\nSeu pedido saiu' }
  expect(wordsOf(sent)).toBe('Seu pedido saiu')
  expect(withWords(sent, 'Chegou')).toBe('*Camila:*\r\nChegou')
})

test('a message without a signature is all words, whatever it begins with', () => {
  const unsigned = { body: '*Atenção:*\nfechamos às 18h', signature: null }
  expect(wordsOf(unsigned)).toBe(unsigned.body)
  expect(withWords(unsigned, 'fechamos às 19h')).toBe('fechamos às 19h')
})

test('a signature that was edited away on a phone is not missed', () => {
  expect(wordsOf({ ...signed, body: 'Seu pedido chegou' })).toBe('Seu pedido chegou')
})
