import { describe, expect, test } from 'vitest'
import { type Menu, type MenuOption, shownBy } from './menu.ts'

const whatsApp = {
  choices: {
    buttons: { most: 3, titleLength: 20, textLength: 1024 },
    list: { most: 10, titleLength: 24, textLength: 4096 },
  },
}
const page = { choices: { buttons: { most: 13, titleLength: 20, textLength: 2000 }, list: null } }
const leave: MenuOption = { id: 'leave', title: 'Sair', line: '*[ Sair ]* - Encerrar' }

const named = (...titles: string[]): MenuOption[] => titles.map((title, nth) => ({ id: `queue:${nth}`, title }))
const numbered = (count: number) => named(...Array.from({ length: count }, (_, nth) => `Fila ${nth + 1}`))
const aMenu = (options: MenuOption[], more: Partial<Menu> = {}): Menu => ({
  text: 'Olá!',
  shownAs: 'buttons',
  button: 'Escolha uma opção',
  options: [...options, leave],
  ...more,
})
const titlesIn = (shown: ReturnType<typeof shownBy>) => shown?.choices.options.map(({ title }) => title)

describe('the choices of a menu', () => {
  test('are buttons with their ids', () => {
    expect(shownBy(whatsApp, aMenu(named('Vendas', 'Suporte')))).toEqual({
      body: 'Olá!',
      choices: {
        shownAs: 'buttons',
        button: 'Escolha uma opção',
        options: [
          { id: 'queue:0', title: 'Vendas' },
          { id: 'queue:1', title: 'Suporte' },
          { id: 'leave', title: 'Sair' },
        ],
      },
    })
  })

  test('leave the way out in the text if there is no button for it', () => {
    const shown = shownBy(whatsApp, aMenu(numbered(3)))
    expect(shown).toMatchObject({ body: 'Olá!\n\n*[ Sair ]* - Encerrar', choices: { shownAs: 'buttons' } })
    expect(titlesIn(shown)).toEqual(['Fila 1', 'Fila 2', 'Fila 3'])
  })

  test('are a list if there are more, and text if there are too many for that', () => {
    expect(shownBy(whatsApp, aMenu(numbered(4)))?.choices).toMatchObject({ shownAs: 'list' })
    expect(titlesIn(shownBy(whatsApp, aMenu(numbered(9))))).toHaveLength(10)
    expect(titlesIn(shownBy(whatsApp, aMenu(numbered(10))))).toHaveLength(10)
    expect(shownBy(whatsApp, aMenu(numbered(11)))).toBeUndefined()
  })

  test('are a list if the company wants that, with long titles below the rows', () => {
    const menu = aMenu(named('Suporte técnico mais avançado', 'Suporte técnico avançado'), { shownAs: 'list' })
    expect(shownBy(whatsApp, menu)?.choices.options).toEqual([
      { id: 'queue:0', title: 'Suporte técnico mais av…', description: 'Suporte técnico mais avançado' },
      { id: 'queue:1', title: 'Suporte técnico avançado' },
      { id: 'leave', title: 'Sair' },
    ])
    expect(shownBy(whatsApp, aMenu(named('Suporte técnico avançado')))?.choices.shownAs).toBe('list')
  })

  test('are quick replies on pages, which have no lists', () => {
    expect(shownBy(page, aMenu(numbered(9), { shownAs: 'list' }))?.choices.shownAs).toBe('buttons')
    expect(shownBy(page, aMenu(named('Suporte técnico avançado')))).toBeUndefined()
  })

  test('are text where nothing can be tapped, where two look the same, and below a long text', () => {
    expect(shownBy({ choices: null }, aMenu(numbered(2)))).toBeUndefined()
    expect(shownBy(whatsApp, aMenu(named('Vendas', 'Vendas')))).toBeUndefined()
    expect(shownBy(page, aMenu(numbered(2), { text: 'x'.repeat(2001) }))).toBeUndefined()
  })

  test('are a list below a text that is too long for buttons', () => {
    const menuOf = (letters: number) => aMenu(numbered(2), { text: 'x'.repeat(letters) })
    expect(shownBy(whatsApp, menuOf(1024))?.choices.shownAs).toBe('buttons')
    expect(shownBy(whatsApp, menuOf(1025))?.choices.shownAs).toBe('list')
    expect(shownBy(whatsApp, menuOf(4096))?.choices.shownAs).toBe('list')
    expect(shownBy(whatsApp, menuOf(4097))).toBeUndefined()
  })

  test('have a text, also without a greeting', () => {
    expect(shownBy(whatsApp, aMenu(numbered(2), { text: ' ' }))?.body).toBe('Escolha uma opção')
  })
})
