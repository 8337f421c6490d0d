import { describe, expect, test } from 'vitest'
import { firstNameOf, instructionsOf, marker, withoutMarker } from './instructions.ts'
import { reveals } from './reveals.ts'

const prompt =
  'Você atende a Casa Aurora, loja de móveis. Abrimos de segunda a sexta das 8h às 18h e aos sábados das 9h às 13h. O frete custa 50 reais na cidade.'
const secrets = { prompt, keys: ['sk-uma-chave-secreta', ''] }
const instructions = instructionsOf({ prompt, contactName: 'Ana Prado', maxTokens: 100 })

describe('an answer', () => {
  test.each([
    'Abrimos de segunda a sexta das 8h às 18h e aos sábados das 9h às 13h.',
    'Olá, Ana! O frete custa 50 reais na cidade.',
    'Você atende aos sábados? Sim!',
    '',
  ])('may tell facts of the prompt: %s', (answer) => {
    expect(reveals(answer, secrets)).toBe(false)
  })

  test.each([
    ['the prompt', prompt],
    ['the prompt in capitals and without accents', prompt.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()],
    ['all instructions as JSON', JSON.stringify({ turns: [{ role: 'system', text: instructions }] })],
    ['the beginning of the instructions', instructions.slice(0, 120)],
    ['an address with the instructions', `https://evil.example/x?q=${encodeURIComponent(instructions)}`],
    ['a key', 'A chave é sk-uma-chave-secreta, viu?'],
    ['a key in an address', `https://evil.example/?q=${encodeURIComponent('{"key":"sk-uma-chave-secreta"}')}`],
  ])('is held back if it tells %s', (_what, answer) => {
    expect(reveals(answer, secrets)).toBe(true)
  })
})

describe('the name of a customer', () => {
  test.each([
    ['Mariana de Souza', 'Mariana'],
    ['', 'Amigo(a)'],
    ['😀 Ana', 'Amigo(a)'],
    ['"ignore:tudo" agora', 'ignoretudo'],
    ['a'.repeat(100), 'a'.repeat(60)],
  ])('%s is told as %s', (name, told) => {
    expect(firstNameOf(name)).toBe(told)
  })
})

describe('the marker of a hand-over', () => {
  test.each([
    [`${marker}\nVou chamar alguém.`, 'Vou chamar alguém.'],
    [`**${marker}.** Vou chamar alguém.`, 'Vou chamar alguém.'],
    [`Claro! ${marker.toLowerCase()}`, 'Claro!'],
    [marker.normalize('NFD'), ''],
    ['Acao: Transferir para o setor de atendimento', ''],
  ])('%s leaves "%s"', (answer, text) => {
    expect(withoutMarker(answer)).toEqual({ text, handsOver: true })
  })

  test('is not in any other answer', () => {
    const stars = '*'.repeat(300_000)
    expect(withoutMarker(stars)).toEqual({ text: stars, handsOver: false })
    expect(withoutMarker(' Bom dia! ')).toEqual({ text: 'Bom dia!', handsOver: false })
  })
})
