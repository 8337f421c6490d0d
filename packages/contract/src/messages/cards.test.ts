import { expect, test } from 'vitest'
import { cardsOf, escapedOfCard, vCardOf, valuesIn, vCardsIn } from './cards.ts'

test('a card is parsed back as it was written, with any name', () => {
  for (const name of ['Ana Lima', 'Lima, Ana; filha', 'Barra \\ e\nlinha', 'FN:Outra', 'END:VCARD'])
    expect(cardsOf(vCardOf({ name, number: '5511987654321' }))).toEqual([
      { name: name.replace('\n', ' '), number: '5511987654321' },
    ])
})

test('a card contains the waid of a phone, and the plus that older clients look for', () => {
  const card = vCardOf({ name: 'Ana', number: '5511987654321' })

  expect(card.split('\n')).toContain('TEL;type=CELL;type=VOICE;waid=5511987654321:+5511987654321')
})

test('several cards in a body are separated', () => {
  const body = [vCardOf({ name: 'Ana', number: '5511987654321' }), vCardOf({ name: 'Bia', number: '14155550123' })]

  expect(vCardsIn(body.join('\n'))).toEqual(body)
  expect(cardsOf(body.join('\n')).map(({ name }) => name)).toEqual(['Ana', 'Bia'])
})

test('cards of other programs give name and number only, and nothing executable', () => {
  const card =
    'BEGIN:VCARD\nVERSION:3.0\nFN:Seu <b>Nilton</b>\nURL:javascript:alert(1)\nitem1.TEL;waid=5511977312208:+55 11 97731-2208\nEND:VCARD'
  const plain = 'BEGIN:VCARD\nN:Souza;Ana;;;\nEND:VCARD\nBEGIN:VCARD\nFN:Bia\nTEL:+55 (11) 4000-1000\nEND:VCARD'
  const folded = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Caio\\, o\r\n  primo\r\nEND:VCARD'

  expect(cardsOf(card)).toEqual([{ name: 'Seu <b>Nilton</b>', number: '5511977312208' }])
  expect(cardsOf(plain)).toEqual([
    { name: 'Ana Souza', number: '' },
    { name: 'Bia', number: '551140001000' },
  ])
  expect(cardsOf(folded)).toEqual([{ name: 'Caio, o primo', number: '' }])
})

test('a masked number stays masked', () => {
  expect(cardsOf('BEGIN:VCARD\nFN:Ana\nTEL;waid=*****87654321:+*****87654321\nEND:VCARD')).toEqual([
    { name: 'Ana', number: '*****87654321' },
  ])
})

test('a card without a number names none', () => {
  const card = vCardOf({ name: 'Padaria', number: '' })

  expect(card).not.toContain('TEL')
  expect(cardsOf(card)).toEqual([{ name: 'Padaria', number: '' }])
})

test('the other values of a card are read in their parts, as they were written', () => {
  const address = ['', '', 'Rua A; fundos, 7', 'São Paulo', 'SP', '01000-000', 'Brasil']
  const card = vCardOf({
    name: 'Ana',
    number: '5511987654321',
    others: [
      'EMAIL;type=WORK:ana@exemplo.com.br',
      `ADR:${address.map(escapedOfCard).join(';')}`,
      'item1.URL:https://exemplo.com.br/a',
      'URL:',
    ],
  })

  expect(valuesIn(card, 'EMAIL')).toEqual([['ana@exemplo.com.br']])
  expect(valuesIn(card, 'ADR')).toEqual([address])
  expect(valuesIn(card, 'URL')).toEqual([['https://exemplo.com.br/a']])
  expect(valuesIn(card, 'BDAY')).toEqual([])
})
